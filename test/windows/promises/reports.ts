import type {Promised} from '../promise.ts';

const area = 'Reports and output';
const report = 'report current --from -30d';

export const reports: readonly Promised[] = [
	{area, promise: 'a table in UTF-8', steps: [{words: `${report} --level prodEdition`}], stdout: /───/},
	{
		area,
		promise: '`--out` to a name with a space and umlauts',
		steps: [{words: `${report} --level country -o csv --out`, line: '"{folder}\\Größe 1.csv"'}],
		left: {'Größe 1.csv': /^geography\.country,/},
	},
	{
		area,
		promise: '`--out` replaces a file',
		files: {'again.csv': 'old'},
		steps: [{words: `${report} -o csv --out {folder}\\again.csv`}],
		left: {'again.csv': /^new,active/},
	},
	{
		area,
		promise: '`--out` with slashes instead of backslashes',
		steps: [{words: `${report} -o csv --out {slashed}/forward.csv`}],
		left: {'forward.csv': /^new,active/},
	},
	{
		area,
		promise: '`--out` into the working folder',
		steps: [{words: `${report} -o csv --out .\\here.csv`}],
		left: {'here.csv': /^new,active/},
	},
	{
		area,
		promise: '`--csv-bom` writes a byte order mark',
		steps: [{words: `${report} -o csv --csv-bom --out {folder}\\bom.csv`}],
		left: {'bom.csv': /^\ufeffnew,active/},
	},
	{
		area,
		promise: 'no byte order mark without a terminal, as in a task',
		steps: [{words: `${report} --out {folder}\\task.csv`}],
		left: {'task.csv': /^new,active/},
	},
	{
		area,
		promise: '`--csv-safe --delimiter ;`',
		steps: [{words: 'keys list --csv-safe --limit 3 --out {folder}\\safe.csv', line: '--delimiter ";"'}],
		left: {'safe.csv': /^"?licenseKey"?;/},
	},
	{
		area,
		promise: '`--html` writes a page',
		steps: [{words: 'report churn retention --from -6mo --lost-after 30 --html {folder}\\page.html'}],
		left: {'page.html': /<\/html>/},
	},
	{
		area,
		promise: '`--out book.xlsx` writes a workbook',
		steps: [{words: `${report} --level country --out {folder}\\book.xlsx`}],
		left: {'book.xlsx': /^PK/},
	},
	{area, promise: '`--out NUL` discards the output', steps: [{words: `${report} -o csv --out NUL`}], left: {NUL: null}},
	{
		area,
		promise: 'a missing folder exits with status 10',
		steps: [{words: `${report} -o csv --out {folder}\\no\\such.csv`, code: 10}],
		stderr: /no such file or folder/,
	},
	{
		area,
		promise: 'a folder in place of the file is rejected',
		steps: [{words: `${report} -o csv --out {folder}\\profile`, code: 2}],
		stderr: /hint: /,
	},
	{
		area,
		promise: 'JSON and NDJSON',
		steps: [{words: `${report} -o ndjson`}, {words: `${report} -o json`}],
		stdout: /^\[\s*\{"new":\d+/,
	},
	{
		area,
		promise: '`questions run` runs a question file and saves its results',
		files: {'usagectl.yaml': 'questions:\r\n  editions: {ask: report current --from -30d --level prodEdition}\r\n'},
		steps: [{words: 'questions run'}, {words: 'history list -o csv'}],
		stdout: /editions/,
	},
	{
		area,
		promise: '`questions digest` writes a page of the results',
		steps: [{words: 'questions digest --html {folder}\\digest.html'}],
		left: {'digest.html': /<\/html>/},
	},
];
