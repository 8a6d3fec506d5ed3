import {isNullDevice} from '../../files/windows-names.ts';
import {fileFormats, formats} from '../../output/formats.ts';
import {settingTable} from '../../session/setting-table.ts';
import {either, type Flags, optional, repeated, repeatedList, toggle, withDefault} from './flag.ts';
import {
	address,
	anyProperty,
	byteSize,
	day,
	delimiter,
	duration,
	fileName,
	integer,
	listOf,
	name,
	oneOf,
	outputPath,
	product,
	text,
	zone,
} from './flag-values.ts';

const when = ['auto', 'always', 'never'] as const;

/** The global flags by group, in the order of the help. A command names the groups, or single flags, that it takes. */
export const flagGroups = {
	service: {
		heading: 'Service',
		flags: {
			product: repeatedList({
				flags: '-p, --product <id>',
				summary: 'Product ID, or a name in the sandbox; repeat for several, which adds a `product` column',
				parse: listOf(product),
				complete: 'product',
			}),
			baseUrl: optional({
				flags: '--base-url <url>',
				summary: 'Address of the service (the analytics server)',
				parse: address,
			}),
			cookies: toggle({flags: '--cookies', summary: 'Keep the session in cookies instead of a session ID'}),
		},
	},
	every: {
		heading: 'Every command',
		flags: {
			profile: optional({flags: '--profile <name>', summary: 'Use a named profile', parse: name, complete: 'profile'}),
			sandbox: toggle({flags: '--sandbox', summary: 'Use the local sandbox instead of the service'}),
			output: withDefault({
				flags: '-o, --output <format>',
				summary:
					'table, json, ndjson, csv, tsv or md; xlsx or parquet with --out; junit and openmetrics in `questions run`; dashboard in `keys list`',
				...oneOf([...formats, ...fileFormats]),
				default: settingTable.output.default,
			}),
			input: toggle({flags: '--no-input', summary: 'Never prompt; fail if input is needed'}),
			lock: optional({
				flags: '--lock <name>',
				summary: 'Allow one run at a time under this name; a second one exits with status 9',
				parse: fileName,
			}),
			quiet: toggle({
				flags: '-q, --quiet',
				summary: 'Print only the result and errors; commands that change keys or download files print only errors',
			}),
			verbose: toggle({flags: '-v, --verbose', summary: 'Print progress details'}),
			debug: toggle({flags: '--debug', summary: 'Print debug output; secrets are masked'}),
			progress: withDefault({
				flags: '--progress <when>',
				summary: 'Show progress: auto, always or never',
				...oneOf(when),
				default: settingTable.progress.default,
			}),
			pager: toggle({
				flags: '--no-pager',
				summary: 'Print long tables on a terminal instead of showing them in $PAGER (default: less -FRX)',
			}),
			color: withDefault({
				flags: '--color <when>',
				summary: 'Use color: auto, always or never',
				...oneOf(when),
				default: settingTable.color.default,
			}),
		},
	},
	rows: {
		heading: 'Rows',
		flags: {
			out: optional({
				flags: '--out <file>',
				summary: 'Write to a file atomically; the extension sets the format unless -o is given',
				parse: path => (isNullDevice(path) ? path : outputPath(path)),
				complete: 'file',
			}),
			fields: optional({
				flags: '--fields <names>',
				summary: 'Columns to show, in this order',
				parse: listOf(text),
				complete: 'column',
			}),
			header: toggle({flags: '--no-header', summary: 'Omit the header of CSV, TSV and tables'}),
			limit: optional({flags: '--limit <n>', summary: 'Show at most n rows', parse: integer({min: 1})}),
			notes: toggle({flags: '--notes', summary: 'Show all footnotes of a table'}),
			failOnEmpty: toggle({
				flags: '--fail-on-empty',
				summary: 'Exit with status 7 if the result is empty or all zero',
			}),
			delimiter: optional({
				flags: '--delimiter <char>',
				summary: 'Separator between CSV cells (default: comma); numbers keep the decimal point',
				parse: delimiter,
			}),
			csvBom: either({
				flags: '--csv-bom',
				summary: 'Begin CSV with a byte order mark; --no-csv-bom omits it',
			}),
			csvSafe: toggle({flags: '--csv-safe', summary: 'Escape CSV text that a spreadsheet would run as a formula'}),
		},
	},
	charts: {
		heading: 'Charts',
		flags: {
			chart: toggle({
				flags: '--chart',
				summary: 'Draw a chart in the terminal instead of the table',
			}),
			scale: withDefault({
				flags: '--scale <scale>',
				summary: 'Scale of a chart: shared, or own for each series',
				...oneOf(['shared', 'own']),
				default: 'shared',
			}),
		},
	},
	page: {
		heading: 'Pages',
		flags: {
			html: optional({
				flags: '--html <file>',
				summary: 'Write a self-contained HTML page with charts and data',
				parse: path => outputPath(path),
				complete: 'file',
			}),
			title: optional({
				flags: '--title <text>',
				summary: 'Title of the HTML page',
				parse: text,
			}),
			open: toggle({flags: '--open', summary: 'Open the HTML page in the browser'}),
		},
	},
	request: {
		heading: 'Request',
		flags: {
			dryRun: toggle({flags: '--dry-run', summary: 'Check, and show what would change; change nothing'}),
			printRequest: optional({
				flags: '--print-request <format>',
				summary: 'Print the request as json or curl instead of sending it; secrets are masked',
				...oneOf(['json', 'curl']),
			}),
			raw: toggle({flags: '--raw', summary: 'Print the response body unchanged'}),
		},
	},
	dates: {
		heading: 'Dates',
		flags: {
			today: optional({flags: '--today <date>', summary: 'Day to use as today', parse: day}),
			tz: optional({flags: '--tz <zone>', summary: 'Time zone for dates such as today', parse: zone}),
			clamp: toggle({flags: '--clamp', summary: 'If the start date is too early, use the earliest allowed date'}),
		},
	},
	expressions: {
		heading: 'Expressions',
		flags: {
			anyCode: toggle({flags: '--any-code', summary: 'Accept country and language codes that are not ISO codes'}),
			anyProperty: repeated({
				flags: '--any-property <name:type>',
				summary: 'Accept an unknown property as text, number, date or boolean',
				parse: anyProperty,
			}),
		},
	},
	safety: {
		heading: 'Confirmation and warnings',
		flags: {
			yes: toggle({flags: '-y, --yes', summary: 'Do not ask for confirmation'}),
			strict: toggle({
				flags: '--strict',
				summary: 'Fail on warnings (status 2), and on caveats and unknown checks (status 7, after the output)',
			}),
		},
	},
	connection: {
		heading: 'Connection',
		flags: {
			timeout: withDefault({
				flags: '--timeout <time>',
				summary: 'Time limit per request',
				parse: duration,
				default: settingTable.timeout.default,
			}),
			retries: withDefault({
				flags: '--retries <n>',
				summary: 'Retries per failed request',
				parse: integer({min: 0, max: 10}),
				default: settingTable.retries.default,
			}),
			maxAnswer: withDefault({
				flags: '--max-answer <size>',
				summary: 'Largest response to accept, decompressed',
				parse: byteSize,
				default: settingTable['max-answer'].default,
			}),
			insecureHttp: toggle({flags: '--insecure-http', summary: 'Allow plain HTTP to hosts other than this machine'}),
			record: optional({
				flags: '--record <file>',
				summary:
					'Record the HTTP traffic for a bug report; secrets, IDs, keys and labels (names, versions, values) are replaced',
				parse: path => outputPath(path),
				complete: 'file',
			}),
			recordLabels: toggle({
				flags: '--record-labels',
				summary: 'With --record, keep the labels',
			}),
		},
	},
	password: {
		heading: 'Password',
		flags: {
			passwordStdin: toggle({flags: '--password-stdin', summary: 'Read the password from stdin'}),
			passwordFile: optional({
				flags: '--password-file <file>',
				summary: 'Read the password from a file',
				parse: text,
				complete: 'file',
			}),
			passwordCommand: optional({
				flags: '--password-command <command>',
				summary: 'Run a command that prints the password',
				parse: text,
			}),
		},
	},
} satisfies Readonly<Record<string, {readonly heading: string; readonly flags: Flags}>>;
