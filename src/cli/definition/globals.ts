import {exampleAddresses} from '../../archive/tables/cluster/engine-address.ts';
import {laterNames} from '../../contract/newer-names.ts';
import {isNullDevice} from '../../files/windows-names.ts';
import {fileFormats, formats} from '../../output/formats.ts';
import {settingTable} from '../../session/setting-table.ts';
import {either, type Flags, type Options, optional, repeated, repeatedList, toggle, withDefault} from './flag.ts';
import {
	address,
	anyProperty,
	byteSize,
	choice,
	day,
	delimiter,
	duration,
	engineAddress,
	fileName,
	integer,
	listOf,
	name,
	text,
	writtenPath,
	zone,
} from './flag-values.ts';

const when = ['auto', 'always', 'never'] as const;

/** The flags of every command; they may stand before or after it. */
export const globalFlags = {
	product: repeatedList({
		flags: '-p, --product <id>',
		summary: 'product id; several (1,2 or repeated) give one result with a column product',
		parse: listOf(integer({min: 1})),
	}),
	profile: optional({flags: '--profile <name>', summary: 'named settings to use', parse: name, complete: 'profile'}),
	baseUrl: optional({flags: '--base-url <url>', summary: 'address of the service', parse: address}),
	sandbox: toggle({flags: '--sandbox', summary: 'run against the embedded service with synthetic data'}),
	output: withDefault({
		flags: '-o, --output <format>',
		summary: 'table, json, ndjson, csv, tsv or md; with --out also xlsx or parquet; of run also junit',
		parse: choice([...formats, ...fileFormats]),
		choices: [...formats, ...fileFormats],
		default: settingTable.output.default,
	}),
	out: optional({
		flags: '--out <file>',
		summary: 'write there, whole or not at all; without -o, an ending such as .csv or .xlsx names the format',
		parse: path => (isNullDevice(path) ? path : writtenPath(path)),
		complete: 'file',
	}),
	fields: optional({
		flags: '--fields <names>',
		summary: 'choose and order columns',
		parse: listOf(text),
		complete: 'column',
	}),
	header: toggle({flags: '--no-header', summary: 'leave out the header of csv, tsv and table'}),
	limit: optional({flags: '--limit <n>', summary: 'at most so many rows', parse: integer({min: 1})}),
	chart: toggle({
		flags: '--chart',
		summary: 'reports: draw it in the terminal, in place of the rows: no -o csv or the like beside it',
	}),
	html: optional({
		flags: '--html <file>',
		summary: 'reports: write one page with charts, rows and the request; rows only with -o as well',
		parse: path => writtenPath(path),
		complete: 'file',
	}),
	title: optional({
		flags: '--title <text>',
		summary: 'html: the title of the page, for example the name of the product, which the service does not tell',
		parse: text,
	}),
	open: toggle({flags: '--open', summary: 'html: show the page in the browser'}),
	raw: toggle({flags: '--raw', summary: "the service's body, unchanged"}),
	record: optional({
		flags: '--record <file>',
		summary:
			'keep what is exchanged with the service, with stand-ins for secrets, addresses, keys, ids and labels; for bug reports',
		parse: path => writtenPath(path),
		complete: 'file',
	}),
	recordLabels: toggle({flags: '--record-labels', summary: 'record: keep labels and other texts of the product'}),
	delimiter: optional({flags: '--delimiter <char>', summary: 'csv: between cells', parse: delimiter}),
	csvBom: either({
		flags: '--csv-bom',
		summary: 'csv: begin with a byte order mark, for spreadsheets; usual on Windows with --out on a terminal',
	}),
	csvSafe: toggle({flags: '--csv-safe', summary: 'csv: defuse formulas in text'}),
	dryRun: toggle({flags: '--dry-run', summary: 'check everything, send nothing'}),
	printRequest: optional({
		flags: '--print-request <as>',
		summary: 'print the call as json or curl, secrets masked; make none',
		parse: choice(['json', 'curl']),
		choices: ['json', 'curl'],
	}),
	yes: toggle({flags: '-y, --yes', summary: 'do not ask for confirmation'}),
	input: toggle({flags: '--no-input', summary: 'never ask: a needed answer is an error that names the flag'}),
	failOnEmpty: toggle({
		flags: '--fail-on-empty',
		summary: 'end with 7 when there are no rows, or every figure of a report is 0 or absent',
	}),
	strict: toggle({flags: '--strict', summary: 'a warning about the request is an error'}),
	anyCode: toggle({flags: '--any-code', summary: 'let codes outside ISO through'}),
	anyProperty: repeated({
		flags: '--any-property <name:type>',
		summary: 'take a property that is not known here; its type: text, number, date, boolean',
		parse: anyProperty,
	}),
	clamp: toggle({flags: '--clamp', summary: 'move a start before the oldest date to it'}),
	today: optional({flags: '--today <date>', summary: 'what "today" means', parse: day}),
	tz: optional({flags: '--tz <zone>', summary: 'time zone of dates such as today', parse: zone}),
	timeout: withDefault({
		flags: '--timeout <time>',
		summary: 'for one call',
		parse: duration,
		default: settingTable.timeout.default,
	}),
	retries: withDefault({
		flags: '--retries <n>',
		summary: 'repetitions of a call that failed on the way',
		parse: integer({min: 0, max: 10}),
		default: settingTable.retries.default,
	}),
	maxAnswer: withDefault({
		flags: '--max-answer <size>',
		summary: 'largest answer to read, unpacked; it may hold a value for each 16 bytes',
		parse: byteSize,
		default: settingTable['max-answer'].default,
	}),
	lock: optional({
		flags: '--lock <name>',
		summary: 'one run at a time under this name; else end with 9',
		parse: fileName,
	}),
	passwordStdin: toggle({flags: '--password-stdin', summary: 'read the password from stdin'}),
	passwordFile: optional({
		flags: '--password-file <file>',
		summary: 'read the password from a file',
		parse: text,
		complete: 'file',
	}),
	passwordCommand: optional({
		flags: '--password-command <command>',
		summary: 'run a command that prints the password',
		parse: text,
	}),
	cookies: toggle({flags: '--cookies', summary: 'sign in with cookies instead of a session id'}),
	insecureHttp: toggle({flags: '--insecure-http', summary: 'allow http to other hosts than this one'}),
	color: withDefault({
		flags: '--color <when>',
		summary: 'auto, always or never',
		parse: choice(when),
		choices: when,
		default: settingTable.color.default,
	}),
	progress: withDefault({
		flags: '--progress <when>',
		summary: 'auto, always or never',
		parse: choice(when),
		choices: when,
		default: settingTable.progress.default,
	}),
	allNotes: toggle({
		flags: '--all-notes',
		summary: 'write long notes whole each time, not once in an hour of a terminal',
	}),
	quiet: toggle({flags: '-q, --quiet', summary: 'errors only on stderr'}),
	verbose: toggle({flags: '-v, --verbose', summary: 'say on stderr what is done'}),
	debug: toggle({flags: '--debug', summary: 'say everything on stderr, secrets masked'}),
} satisfies Flags;

/** Settings of a profile that have a flag in some commands only. */
export const profileFlags = {
	names: optional({
		flags: '--names <list>',
		summary: `names of later servers that this one wants: ${laterNames.join(', ')}`,
		parse: listOf(choice(laterNames)),
	}),
	engine: optional({
		flags: '--engine <url>',
		summary: `ask a cluster: ${exampleAddresses}; trinos: and clickhouses: for TLS`,
		parse: engineAddress,
	}),
	lostAfter: optional({
		flags: '--lost-after <days>',
		summary: 'days without contact after which an installation is lost',
		parse: integer({min: 1}),
	}),
} satisfies Flags;

/** The values of the global flags: from the command line, else the environment, the profile, the config file, the default. */
export type Globals = Omit<Options<typeof globalFlags>, 'product' | 'profile'> &
	Options<typeof profileFlags> & {
		readonly products: readonly number[];
		/** The profile in use, also when none was named. */
		readonly profile: string;
	};

/** The service that values are stored for: its address, or the profile that names it. */
export const getServiceName = ({baseUrl, profile}: Pick<Globals, 'baseUrl' | 'profile'>): string =>
	baseUrl ?? `profile ${profile}`;
