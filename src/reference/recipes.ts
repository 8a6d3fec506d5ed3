/** A task and the line that does it. Every line runs as a test, which looks at its rows; those of `readme` stand in README too. */
export type Recipe = {readonly task: string; readonly line: string; readonly readme?: true};

export const recipes: readonly Recipe[] = [
	{
		task: 'retention by country, drawn in the terminal',
		line: "usagectl --sandbox report churn --from -6mo --segment-by 'country: each US, each DE, each FR' --chart",
	},
	{
		task: 'retention by month of installation',
		line: 'usagectl --sandbox report churn --from -6mo --segment-by installationMonth',
	},
	{
		task: 'two versions compared: new, active and lost installations of each',
		line: "usagectl --sandbox report current --from -90d --status new,active,lost --level 'prodVersion: Old = 3.*, New = 4.*'",
	},
	{
		task: 'new and active installations of each edition, month by month',
		line: 'usagectl --sandbox report current --from -6mo --level prodEdition --split month',
	},
	{
		task: 'features by use this quarter, with the period before',
		line: 'usagectl --sandbox report events --from this-quarter --compare previous',
	},
	{
		task: 'crashes: what came last',
		line: 'usagectl --sandbox exceptions tail -n 5',
	},
	{
		task: 'crashes: which come most often, from the files of this machine',
		line: 'usagectl --sandbox exceptions sync crashes -q && usagectl exceptions top crashes --limit 5',
	},
	{
		task: 'crashes that are new this week, and those that are gone: the last seven days in the files against all before',
		line: 'usagectl --sandbox exceptions sync crashes -q && usagectl exceptions top crashes --mark new,gone',
	},
	{
		task: 'keys: how many there are of each type, with jq',
		line: 'usagectl --sandbox keys list -o json | jq -r \'group_by(.licenseType)[] | "\\(.[0].licenseType) \\(length)"\'',
	},
	{
		task: 'keys that are over quota, the worst first',
		line: "usagectl --sandbox keys list --filter 'overQuotaCount>=1' --sort overQuotaCount:desc --limit 10",
	},
	{
		task: 'the weekly numbers as Markdown for a chat',
		line: 'usagectl --sandbox report current --from last-week --level prodVersion -o md',
	},
	{
		task: 'which values a property has, before a filter names one',
		line: 'usagectl --sandbox props values os.version',
	},
	{
		readme: true,
		task: 'a nightly CSV, written whole or not at all, one run at a time, silent unless something is wrong',
		line: 'usagectl --sandbox report current --from -1d --level prodVersion -o csv --out active.csv --lock nightly --no-input --quiet',
	},
	{
		readme: true,
		task: 'the five largest versions, with jq',
		line: "usagectl --sandbox report current --from -30d --level 'prodVersion: each * sort active desc' -o json | jq '.[:5] | map({prodVersion, active})'",
	},
	{
		task: 'only the total, for a shell variable',
		line: 'usagectl --sandbox report current --from -7d --status active -o csv --no-header',
	},
	{
		readme: true,
		task: 'a spreadsheet that opens on double click: byte order mark, semicolons, formulas defused',
		line: "usagectl --sandbox keys list -o csv --csv-bom --csv-safe --delimiter ';' --out keys.csv",
	},
	{
		readme: true,
		task: 'one page for the meeting',
		line: 'usagectl --sandbox report churn --from -6mo --lost-after 30 --segment-by installationMonth --html retention.html --quiet',
	},
	{
		readme: true,
		task: 'fail in CI when nobody used the feature this week',
		line: 'usagectl --sandbox report events timeline --from -7d --event Files/Open --fail-on-empty -o csv',
	},
	{
		readme: true,
		task: 'what would be sent, without sending it',
		line: "usagectl --sandbox report current --from -30d --filter 'country=US' --print-request json",
	},
	{
		readme: true,
		task: 'every crash on disk, complete and verified; run it as often as you like',
		line: 'usagectl --sandbox exceptions sync crashes --quiet',
	},
	{
		readme: true,
		task: 'keys that are over quota, as a file that goes back in through keys update',
		line: "usagectl --sandbox keys list --filter 'overQuotaCount>=1' -o csv --out over.csv",
	},
	{
		task: 'any operation of the service by hand',
		line: 'usagectl --sandbox api /meta/oldestReportedDate',
	},
];

export const printRecipes = (shown: readonly Recipe[]): string =>
	shown.map(({task, line}) => `# ${task}\n${line}\n`).join('\n');
