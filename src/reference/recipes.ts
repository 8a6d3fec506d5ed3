/** A test runs every line and checks its output; README contains those with `readme`. */
export type Recipe = {readonly task: string; readonly line: string; readonly readme?: true};

export const recipes: readonly Recipe[] = [
	{
		task: 'a retention chart by country in the terminal',
		line: "usagectl --sandbox report churn --from -6mo --segment-by 'country: each US, each DE, each FR' --chart",
	},
	{
		task: 'retention by month of installation',
		line: 'usagectl --sandbox report churn --from -6mo --segment-by installationMonth',
	},
	{
		task: 'new, active and lost installations of paid and free editions',
		line: "usagectl --sandbox report current --from -90d --status new,active,lost --level 'prodEdition: Paid = (Pro, Enterprise), Free = (Home, Trial)'",
	},
	{
		task: 'new and active installations by edition and month',
		line: 'usagectl --sandbox report current --from -6mo --level prodEdition --split month',
	},
	{
		task: 'feature usage last month, compared with the same number of days before it',
		line: 'usagectl --sandbox report events --period last-month --compare previous',
	},
	{
		task: 'stickiness: weekly of monthly active installations, at the end of each month (newer servers)',
		line: 'usagectl --sandbox report current --stickiness --from -1y --split month',
	},
	{
		task: 'the latest crashes',
		line: 'usagectl --sandbox exceptions tail -n 5',
	},
	{
		task: 'the most frequent crashes, from a local archive',
		line: 'usagectl --sandbox exceptions sync -q && usagectl exceptions top --limit 5',
	},
	{
		task: 'crashes that are new or gone in the last seven days',
		line: 'usagectl --sandbox exceptions sync -q && usagectl exceptions top --mark new,gone',
	},
	{
		task: 'the number of keys of each type, with jq',
		line: 'usagectl --sandbox keys list -o json | jq -r \'group_by(.licenseType)[] | "\\(.[0].licenseType) \\(length)"\'',
	},
	{
		task: 'keys over quota, the largest excess first',
		line: "usagectl --sandbox keys list --filter 'overQuotaCount>=1' --sort overQuotaCount:desc --limit 10",
	},
	{
		task: 'the figures of last week, Monday to Sunday, as Markdown for a chat (newer servers)',
		line: 'usagectl --sandbox report current --period last-week --level prodVersion -o md',
	},
	{
		task: 'the values of a property, for use in a filter',
		line: 'usagectl --sandbox props values os.version',
	},
	{
		readme: true,
		task: 'a nightly CSV file: atomic, one run at a time, silent unless it fails (newer servers)',
		line: 'usagectl --sandbox report current --period yesterday --level prodVersion -o csv --out active.csv --lock nightly --no-input --quiet',
	},
	{
		readme: true,
		task: 'the five most common versions, with jq',
		line: "usagectl --sandbox report current --from -30d --level 'prodVersion: each * sort active desc' -o json | jq '.[:5] | map({prodVersion, active})'",
	},
	{
		task: 'only the total, for a shell variable',
		line: 'usagectl --sandbox report current --from -7d --status active -o csv --no-header',
	},
	{
		readme: true,
		task: 'an Excel workbook: versions and keys stay text, dates and numbers have their types',
		line: 'usagectl --sandbox report current --from -30d --level prodVersion --out versions.xlsx',
	},
	{
		task: 'a CSV file for a spreadsheet: byte order mark, semicolons, formulas neutralized (where the decimal comma is usual, write .xlsx)',
		line: "usagectl --sandbox keys list -o csv --csv-bom --csv-safe --delimiter ';' --out keys.csv",
	},
	{
		readme: true,
		task: 'an HTML page for a meeting',
		line: 'usagectl --sandbox report churn --from -6mo --lost-after 30 --segment-by installationMonth --html retention.html --quiet',
	},
	{
		readme: true,
		task: 'a CI job that fails if nobody used a feature in the last seven days',
		line: 'usagectl --sandbox report events timeline --from -6d --event Files/Open --fail-on-empty -o csv',
	},
	{
		readme: true,
		task: 'the request, without sending it',
		line: "usagectl --sandbox report current --from -30d --filter 'country=US' --print-request json",
	},
	{
		readme: true,
		task: 'a local archive of crash reports; run it again to update it',
		line: 'usagectl --sandbox exceptions sync --quiet',
	},
	{
		readme: true,
		task: 'keys over quota, as a file that keys update can import',
		line: "usagectl --sandbox keys list --filter 'overQuotaCount>=1' -o csv --out over.csv",
	},
	{
		task: 'any API operation',
		line: 'usagectl --sandbox api /meta/oldestReportedDate',
	},
];

export const printRecipes = (shown: readonly Recipe[]): string =>
	shown.map(({task, line}) => `# ${task}\n${line}\n`).join('\n');
