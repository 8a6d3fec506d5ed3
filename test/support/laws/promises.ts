import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {HttpRequest} from '../../../src/ports.ts';
import type {Traces} from '../program/surroundings.ts';

/** What every run of the program keeps, whatever it is asked (test/faults.md). Written from the documentation, not from the code. */

/** One run as it was seen from outside. */
export type Seen = {
	readonly argv: readonly string[];
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly stdin?: string;
	readonly onTerminal?: boolean;
	readonly stdout: string;
	readonly stderr: string;
	readonly exitCode: number;
	/** Requests in the order they were sent, where the test saw them. */
	readonly requests?: readonly HttpRequest[];
	readonly milliseconds?: number;
	/** What it may take, in milliseconds, where it is known to have much to do. */
	readonly limit?: number;
	/** Where it was a process of its own. */
	readonly traces?: Traces;
};
type Promised = (seen: Seen) => string | false | undefined;

/** The documented exit codes. */
const documented = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 129, 130, 141, 143];
/** What runs longer hangs: 10 s, and three times that where other tests want the machine too. Soaks allow more. */
const longestRun = Number(process.env.LONGEST_RUN ?? 30_000);
/** The engine's chunks hold 2,048 rows each, and wait as garbage where the collector gets no turn. */
const mostMegabytes = ({argv}: Seen) => (argv.includes('query') ? 1500 : 300);

const stackLine = /^\s+at .*(?:node:|\.[cm]?[jt]s:\d+:\d+|\(<anonymous>\))/m;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences of colors
const ownColor = /\u001b\[[\d;]*m/g;
const obeyed =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come out
	/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const show = (text: string, at: number) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 20));

/** The last value of a flag, in both spellings. */
const flag = ({argv}: Seen, ...names: readonly string[]) =>
	argv
		.flatMap((word, at) => {
			const name = names.find(each => word === each || word.startsWith(`${each}=`));
			return name === undefined ? [] : [word === name ? (argv[at + 1] ?? '') : word.slice(name.length + 1)];
		})
		.at(-1);
const formatOf = (seen: Seen) => flag(seen, '-o', '--output') ?? seen.env.USAGECTL_OUTPUT ?? 'table';
/** What goes out as it came is not ours to change. */
const passesOn = ({argv, exitCode}: Seen) =>
	exitCode === 4 ||
	['api', '--raw', '--stdout', '--print-request', 'help', 'completion', 'complete --line'].some(word =>
		argv.join(' ').includes(word),
	);

/** One value, a file to start from or a script, in whatever format. */
const printsText = ({argv}: Seen) =>
	/\b(config (get|path)|keys template|engine-setup|filter (check|convert)|completion|complete|examples|help|init)\b/.test(
		argv.join(' '),
	);

/** Secrets that the run was given, and those that it keeps. */
function getSecrets({env, stdin, argv}: Seen): readonly string[] {
	const given = [
		env.USAGECTL_PASSWORD,
		env.USAGECTL_SESSION_ID,
		argv.includes('--password-stdin') ? stdin?.trimEnd() : '',
	];
	const path = join(env.USAGECTL_CONFIG_DIR ?? '/nonexistent', 'session.json');
	const text = existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : '';
	const kept = [...text.matchAll(/"(?:sessionId|value)":\s*"([^"\\]+)"/g)].map(([, value]) => value);
	// A short word stands in every text by chance.
	return [...given, ...kept].filter((secret): secret is string => secret !== undefined && secret.length >= 8);
}

const files = (folder: string | undefined): string[] =>
	folder !== undefined && existsSync(folder) && statSync(folder).isDirectory()
		? readdirSync(folder, {recursive: true, withFileTypes: true})
				.filter(entry => entry.isFile())
				.map(entry => join(entry.parentPath, entry.name))
		: [];

const prototype = Object.getOwnPropertyNames(Object.prototype).sort().join();

const promises: Readonly<Record<string, Promised>> = {
	'V1: the exit code is a documented one': ({exitCode}) => !documented.includes(exitCode) && String(exitCode),
	'V2: a failure is error and hint, without a stack': ({argv, stderr, stdout}) => {
		if (!argv.includes('--debug') && (stackLine.test(stderr) || stackLine.test(stdout))) return 'a stack';
		const isAlone = /^error: .*$/m.test(stderr) && !/^ *(hint|help): ./m.test(stderr);
		return isAlone && 'an error without a hint';
	},
	'V3: nothing that a terminal obeys': seen => {
		const ours = formatOf(seen) === 'table' && !passesOn(seen) ? seen.stdout : '';
		const text = `${seen.stderr}${ours}`.replaceAll(ownColor, '');
		const found = text.search(obeyed);
		return found >= 0 && show(text, found);
	},
	'V4: no secret in any stream or file': seen => {
		const texts = Object.entries({stdout: passesOn(seen) ? '' : seen.stdout, stderr: seen.stderr});
		// The session file, and what a kill left of the next one.
		const folder = seen.env.USAGECTL_CONFIG_DIR;
		const isSession = (path: string) =>
			dirname(path) === folder && /^(session\.json|\.usagectl-.*\.part)$/.test(basename(path));
		const kept = files(folder).filter(path => !isSession(path) && statSync(path).size < 2 ** 20);
		const all = [...texts, ...kept.map(path => [path, readFileSync(path, 'utf8')] as const)];
		return getSecrets(seen).flatMap(secret => all.filter(([, text]) => text.includes(secret)).map(([name]) => name))[0];
	},
	'V5: nothing half done is left': ({exitCode, env}) =>
		[0, 2, 3, 4, 5, 7, 12].includes(exitCode) && files(env.USAGECTL_CONFIG_DIR).find(path => path.endsWith('.part')),
	'V5: nothing lies where nobody named a place': ({traces}) => traces?.strays[0],
	'V6: it ends in time': ({milliseconds = 0, limit = longestRun}) => milliseconds > limit && `${milliseconds} ms`,
	'V7: it takes little memory': seen => {
		const megabytes = seen.traces?.megabytes ?? 0;
		return megabytes > mostMegabytes(seen) && `${megabytes} MB`;
	},
	'V8: prototypes are as they were': ({traces}) =>
		(traces?.polluted || Object.getOwnPropertyNames(Object.prototype).sort().join() !== prototype) &&
		'Object.prototype was changed',
	'V9: what ends 0 is whole': seen => {
		if (seen.exitCode !== 0 || seen.stdout === '' || passesOn(seen) || printsText(seen)) return false;
		const format = formatOf(seen);
		const texts = format === 'json' ? [seen.stdout] : format === 'ndjson' ? seen.stdout.trimEnd().split('\n') : [];
		return texts.find(text => !isJson(text)) ?? (!seen.stdout.endsWith('\n') && 'no line end at the end');
	},
	'V10: credentials go to one origin': ({argv, requests = []}) => {
		const secretive = requests.filter(
			({body, headers}) => /"(password|sessionId)":/.test(body ?? '') || 'cookie' in headers,
		);
		// A sandbox of its own that was opened anew has another port.
		const isOwn = ({hostname}: URL) => argv.includes('--sandbox') && hostname === '127.0.0.1';
		const origins = new Set(secretive.map(({url}) => (isOwn(url) ? 'the sandbox' : url.origin)));
		return origins.size > 1 && [...origins].join(' and ');
	},
};

const isJson = (text: string) => {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
};

/** What was not kept, in words. */
export const findBroken = (seen: Seen): readonly string[] =>
	Object.entries(promises).flatMap(([name, check]) => {
		const found = check(seen);
		return found ? [`${name}: ${found}`] : [];
	});

/** Throws what was not kept, with all that was seen. */
export function expectPromises(seen: Seen): void {
	const broken = findBroken(seen);
	if (broken.length === 0) return;
	const {argv, exitCode, stdout, stderr} = seen;
	throw new Error(
		`${broken.join('\n')}\n$ usagectl ${argv.join(' ')}\n${stdout.slice(0, 2000)}${stderr.slice(0, 2000)}[exit ${exitCode}]`,
	);
}
