import {isOneOf} from '../../text/word-stems.ts';

/**
 * A line that the help search shows first, and that unknown commands and flags get as a hint. `words` are what people type for it; the
 * search takes them as synonyms. Capitals stand for what people have to add.
 */
export type HelpAnswer = {readonly words: string; readonly line: string; readonly does: string};

export const helpAnswers: readonly HelpAnswer[] = [
	{
		words: 'dau, daily active, daily',
		line: 'usagectl report current --status active --split day',
		does: 'Count the installations active on each day (DAU)',
	},
	{
		words: 'wau, weekly active, weekly',
		line: 'usagectl report current --status active --split week',
		does: 'Count the installations active in each week (WAU)',
	},
	{
		words: 'mau, monthly active, monthly, users, active users',
		line: 'usagectl report current --status active --split month',
		does: 'Count the installations active in each month (MAU)',
	},
	{
		words: 'stickiness, wau/mau, engagement ratio',
		line: 'usagectl report current --stickiness --to yesterday',
		does: 'Show the weekly of the monthly active installations (over a year: --from -1y --split month)',
	},
	{
		words: 'split, day, week, month, timeline, time series, trend, over time, granularity',
		line: 'usagectl report current --split week',
		does: 'Show a row per week (or day, or month)',
	},
	{
		words: 'new, growth, installs, installations, downloads',
		line: 'usagectl report current --status new --split week --period last-8-weeks',
		does: 'Count new installations per week',
	},
	{
		words: 'uninstalls, lost, lose, loss',
		line: 'usagectl report current --status lost',
		does: 'Count installations that are no longer used: uninstalled, or inactive for 40 days',
	},
	{
		words: 'retention, churn, cohort, churn rate',
		line: 'usagectl report churn retention',
		does: 'Show how many installations stay, and how many are lost, by month of installation',
	},
	{
		words: 'feature, features, feature usage, clicks',
		line: 'usagectl report events table',
		does: 'Show how often each event (feature) was used',
	},
	{
		words: 'country, countries, geography, region',
		line: "usagectl report current --level 'country: each * sort active desc limit 10'",
		does: 'Count installations by country',
	},
	{
		words: 'version, versions, adoption, market share',
		line: 'usagectl report current --level prodVersion --share',
		does: 'Show the share of each version',
	},
	{
		words: 'os, windows, operating system',
		line: 'usagectl report current --level os.version',
		does: 'Count installations by operating system',
	},
	{
		words: 'where, condition, syntax, expression',
		line: 'usagectl help filters',
		does: 'Write filters: operators, lists, ranges, null',
	},
	{
		words: 'total, totals, sum, overall',
		line: 'usagectl report current --level country --totals',
		does: 'Add a row for all below those of the countries; without --level, the row is the total',
	},
	{words: 'segment, breakdown, group by', line: 'usagectl help segments', does: 'Break a report down by a property'},
	{
		words: 'compare, comparison, difference, previous',
		line: 'usagectl report current --period last-month --compare previous',
		does: 'Compare a period with the one before it',
	},
	{
		words: 'why, cause, drop, anomaly',
		line: 'usagectl report why active',
		does: 'Find the groups of installations behind a change',
	},
	{
		words: 'drop support, end of support, end of life, eol, sunset, deprecate, system requirements, windows 7',
		line: "usagectl report support 'os.version=Microsoft Windows 7' --below 1%",
		does: 'Show what is lost with an old system or version, and when hardly anybody has it',
	},
	{
		words: 'timezone, time zone, utc, today',
		line: 'usagectl help dates',
		does: 'Write dates, ranges and time zones: --tz, --today',
	},
	{
		words: 'excel, xlsx, spreadsheet, workbook, german, libreoffice, sheets',
		line: 'usagectl report current --level prodVersion --out file.xlsx',
		does: 'Write a workbook that keeps version 4.10. A German Excel reads 4.10 in a CSV file as the 4th of October, others as 4.1',
	},
	{
		words: 'locale, decimal, decimal comma, decimal point, decimal separator',
		line: 'usagectl report current --out report.xlsx',
		does: 'Write a workbook, which Excel reads in any language',
	},
	{words: 'export', line: 'usagectl help csv', does: 'Export and import CSV, and import Excel files'},
	{words: 'json, jq', line: 'usagectl help output', does: 'Choose columns, formats, charts and pages: -o json'},
	{
		words: 'chart, graph, plot',
		line: 'usagectl report current --split week --chart',
		does: 'Draw a chart in the terminal; --html FILE writes a page',
	},
	{
		words: 'page, html, pdf, dashboard',
		line: 'usagectl report current --split week --html page.html',
		does: 'Write a page with charts; a browser prints it as PDF',
	},
	{
		words: 'proxy, firewall, certificate, environment variable',
		line: 'usagectl help environment',
		does: 'Environment variables, settings and files: HTTPS_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS',
	},
	{
		words: 'refund, chargeback, block, blacklist, ban',
		line: 'usagectl keys set KEY --blacklisted',
		does: 'Block a license key',
	},
	{
		words: 'seat, seats, quota, over quota, piracy',
		line: "usagectl keys list --filter 'overQuotaCount>=1' --sort overQuotaCount:desc",
		does: 'List keys with more installations than their quota; keys set KEY --quota N changes it',
	},
	{
		words: 'renewal, renew, extend, expire, expiry, subscription',
		line: 'usagectl keys expiring',
		does: 'List keys that expire soon; keys set KEY --expiry DATE changes the date',
	},
	{words: 'license, key, customer, export keys', line: 'usagectl keys list', does: 'List license keys'},
	{words: 'import, upload', line: 'usagectl keys update FILE', does: 'Import keys from a CSV, JSON or Excel file'},
	{
		words: 'undo, revert, rollback, mistake',
		line: 'usagectl keys undo',
		does: 'Restore the values that an import replaced',
	},
	{
		words: 'crash, bug, exception, error',
		line: 'usagectl exceptions top',
		does: 'Group crash reports by cause; exceptions sync downloads them first',
	},
	{
		words: 'crash rate, crash-free, stability',
		line: 'usagectl release list',
		does: 'List releases with adoption and crash rates',
	},
	{words: 'backup, archive', line: 'usagectl exceptions sync', does: 'Keep crash reports on this machine, for good'},
	{words: 'regression, rollout', line: 'usagectl release check latest', does: 'Compare a release with an earlier one'},
	{
		words: 'stack, stack trace, stacktrace',
		line: 'usagectl exceptions show FINGERPRINT',
		does: 'Show one crash group: stack, versions, systems, days',
	},
	{
		words: 'sql, duckdb, database, join',
		line: 'usagectl help query',
		does: 'SQL over crashes, events, keys, installations and results',
	},
	{
		words: 'alert, alarm, notify, notification, slack, teams, discord, webhook, mail, email',
		line: 'usagectl help questions',
		does: 'Save reports as questions, check their results, and send messages when they change',
	},
	{
		words: 'cron, schedule, nightly, systemd, unattended, automation',
		line: 'usagectl help cron',
		does: 'Run unattended, from cron or systemd',
	},
	{
		words: 'ci, github actions, pipeline, junit',
		line: 'usagectl release check latest',
		does: 'Fail a build: status 7 if the release fails, 12 if it is undecided; questions run -o junit for others',
	},
	{
		words: 'demo, offline, test, try, tutorial',
		line: 'usagectl --sandbox report current',
		does: 'Try any command on synthetic data, without an account',
	},
	{
		words: 'password, token, sso, authentication, session, accounts',
		line: 'usagectl login',
		does: 'Sign in and store the session; help environment lists other ways',
	},
	{
		words: 'account, switch, several products',
		line: 'usagectl profile list',
		does: 'List profiles (named sets of settings)',
	},
	{
		words: 'tab, autocomplete, bash, zsh, fish, powershell',
		line: 'usagectl completion bash',
		does: 'Print a shell completion script',
	},
	{
		words: 'ai, llm, agent, claude, chatgpt, copilot',
		line: 'usagectl help assistants',
		does: 'Connect an AI assistant',
	},
	{
		words: 'curl, rest',
		line: 'usagectl api --list',
		does: 'Call any API operation; --print-request curl shows the request of a report',
	},
	{
		words: 'debug, support, bug report, troubleshoot, diagnose',
		line: 'usagectl doctor',
		does: 'Check the connection, session, files and DuckDB',
	},
	{words: 'exit code, exit status, status code', line: 'usagectl help exit-codes', does: 'What each exit code means'},
	{
		words: 'property, properties, dimension, attribute',
		line: 'usagectl props list',
		does: 'List properties of installations',
	},
];

export const findAnswers = (words: readonly string[]): readonly HelpAnswer[] =>
	helpAnswers.filter(answer => isOneOf(words, answer.words.split(', ')));
