import type {Random} from './mutate.ts';

/** A fault of the made-up product: what every crash of it shares. */
export type Fault = {
	readonly name: string;
	readonly class: string;
	readonly method: string;
	readonly frames: readonly string[];
	readonly runtime: 'dotnet' | 'java' | 'native' | 'javascript';
	readonly message: (random: Random) => string;
};

const parts = ['Canvas', 'Layers', 'Export', 'Sync', 'License', 'Undo', 'Fonts', 'Printer', 'Plugins', 'Colors'];
const verbs = [
	'Open',
	'Save',
	'Draw',
	'Push',
	'Merge',
	'Load',
	'Verify',
	'Flush',
	'Resolve',
	'Invoke',
	'Render',
	'Parse',
];
const classes: Readonly<Record<Fault['runtime'], readonly string[]>> = {
	dotnet: ['System.NullReferenceException', 'System.IO.IOException', 'System.InvalidOperationException'],
	java: ['java.lang.IllegalStateException', 'java.io.IOException'],
	native: ['std::out_of_range', 'EXC_BAD_ACCESS'],
	javascript: ['TypeError', 'RangeError'],
};
const messages: readonly Fault['message'][] = [
	random =>
		`Could not load "${random.pick(['draft', 'plan', 'map'])} ${random.below(900)}" (handle 0x${random.below(2 ** 31).toString(16)})`,
	random => `Sitzung ${random.below(1000)} abgelaufen; bitte neu anmelden (Größe: ${random.below(900)} KB)`,
	random => `C:\\Users\\u${random.below(500)}\\a.aur, line ${random.below(90)}\nsecond line, with a comma`,
	() => '=cmd|"/c calc"!A1',
];
const runtimes = ['dotnet', 'java', 'native', 'javascript'] as const;

/** Names of functions as each runtime writes them. */
const nameFrame = (runtime: Fault['runtime'], at: number, random: Random): string => {
	const [part, verb] = [random.pick(parts), random.pick(verbs)];
	return {
		dotnet: `Aurora.${part}.Engine${at}.${verb}`,
		java: `com.example.${part.toLowerCase()}.Engine${at}.${verb.toLowerCase()}`,
		native: `aurora::${part.toLowerCase()}::engine${at}::${verb.toLowerCase()}`,
		javascript: `${part}${at}.${verb.toLowerCase()}`,
	}[runtime];
};

/** Faults of which no two are one: some share class and method, and differ only in who called whom. */
export const makeFaults = (count: number, random: Random): readonly Fault[] => {
	const faults: Fault[] = [];
	for (let at = 0; at < count; at++) {
		const runtime = runtimes[at % runtimes.length] as Fault['runtime'];
		const before = faults.findLast(fault => fault.runtime === runtime);
		// each third has the class, the method and the way out of the one before it, and another way in between
		const twin = at % 3 === 2 ? before : undefined;
		const own = Array.from({length: 8 + random.below(6)}, (_, depth) => nameFrame(runtime, at * 100 + depth, random));
		const frames = twin ? [twin.frames[0] as string, ...own.slice(1, -1), twin.frames.at(-1) as string] : own;
		faults.push({
			name: `fault ${at}`,
			class: twin?.class ?? random.pick(classes[runtime]),
			method: frames[0] as string,
			frames,
			runtime,
			message: random.pick(messages),
		});
	}
	return faults;
};

const hex = (random: Random, digits: number) =>
	Array.from({length: digits}, () => random.below(16).toString(16)).join('');
const words = [
	['at', 'in', 'line'],
	['bei', 'in', 'Zeile'],
	['à', 'dans', 'ligne'],
	['場所', '場所', '行'],
] as const;

const writeFrame = (
	frame: string,
	runtime: Fault['runtime'],
	{random, locale}: {random: Random; locale: readonly [string, string, string]},
): string => {
	const line = random.below(900) + 1;
	const path = `${random.pick(['C:\\build', 'D:\\agent (2)\\src', '/home/ci/w'])}\\${hex(random, 6)}`;
	return {
		dotnet: `   ${locale[0]} ${frame}(String name, Int32 at) ${locale[1]} ${path}\\x.cs:${locale[2]} ${line}`,
		java: `\tat ${random.pick(['', 'app//', 'java.base/'])}${frame}(X.java:${line})`,
		native: `#${random.below(40)} 0x${hex(random, 12)} in ${frame}(int, std::string) (this=0x${hex(random, 8)}) at ${path.replaceAll('\\', '/')}/x.cpp:${line}`,
		javascript: `    at ${random.pick(['', 'async '])}${frame} (file:///${path.replaceAll('\\', '/')}/x.js:${line}:${random.below(80)})`,
	}[runtime];
};

/** One stack of the fault: other addresses, lines, paths and words each time, and here and there a frame inlined. */
const writeStack = ({frames, runtime}: Fault, random: Random): string => {
	const locale = random.pick(words);
	// what throws, and where it all began, is never inlined
	const kept = frames.filter((_, at) => at === 0 || at === frames.length - 1 || random.next() > 0.08);
	return kept.map(frame => writeFrame(frame, runtime, {random, locale})).join(random.pick(['\n', '\r\n']));
};

const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const keys = [
	'timestamp',
	'clientId',
	'prodVersion',
	'os.version',
	'geography.country',
	'exception.class',
	'exception.method',
	'exception.message',
	'exception.stackTrace',
];
const names = [
	'Timestamp',
	'Client ID',
	'Version',
	'OS Type',
	'Country',
	'Exception Class',
	'Exception Method',
	'Exception Message',
	'Stack Trace',
];

export const headers = {keys: keys.join(','), names: names.join(',')};

/** What is known of a fault: lines, installations and days that it was given. */
export type Truth = {lines: number; readonly clients: Set<string>; readonly days: Set<string>};

/** One line of a crash. */
export const writeCrash = (fault: Fault, day: string, client: string, random: Random): string => {
	const time = [23, 59, 59].map(end => String(random.below(end + 1)).padStart(2, '0')).join(':');
	const cells = [
		`${day}T${time}`,
		client,
		random.pick(['4.9', '4.10', '5.0.1']),
		random.pick(['MS Win 10', 'MS Win 11', 'macOS 14']),
		random.pick(['US', 'DE', 'JP']),
		fault.class,
		fault.runtime === 'dotnet' ? fault.method : `${fault.method}(${random.pick(['', 'int', 'String'])})`,
		fault.message(random),
		writeStack(fault, random),
	];
	return cells.map(field).join(',');
};

/** Lines of a month, by day, in the order of the days; and the truth about each fault. */
export const makeMonth = (
	faults: readonly Fault[],
	month: string,
	{lines, random}: {lines: number; random: Random},
) => {
	const days = new Map<string, string[]>();
	const truth = new Map(
		faults.map(({name}): [string, Truth] => [name, {lines: 0, clients: new Set(), days: new Set()}]),
	);
	for (let at = 0; at < lines; at++) {
		// every fault comes, some of them a hundred times as often as others
		const fault = faults[
			at < faults.length * 5 ? at % faults.length : Math.floor(faults.length * random.next() ** 2)
		] as Fault;
		const day = `${month}-${String(random.below(28) + 1).padStart(2, '0')}`;
		const client = hex(random, 2).toUpperCase().padStart(16, '0');
		days.set(day, [...(days.get(day) ?? []), writeCrash(fault, day, client, random)]);
		const known = truth.get(fault.name) as Truth;
		known.lines++;
		known.clients.add(client);
		known.days.add(day);
	}
	return {days: new Map([...days].sort(([a], [b]) => (a < b ? -1 : 1))), truth};
};
