import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {Ended, RunOptions} from './wine.ts';

/** One line that is run, by the shipped program where no script is named. */
export type Step = {
	/** Words without blanks; `{folder}` is the folder of the run as Windows names it. */
	readonly words?: string;
	/** The codes it may end with; 0 where nothing is said. */
	readonly code?: number | readonly number[];
	/** The next step starts when this file of the folder is there, while this one runs. */
	readonly beside?: string;
	/** What it has to print, first on stdout, then on stderr. */
	readonly says?: RegExp;
	/** Its first group stands for `{found}` in the steps after. */
	readonly find?: RegExp;
} & RunOptions;

/** What is promised on Windows, and how it is seen. */
export type Promised = {
	readonly area: string;
	readonly promise: string;
	/** Files of the folder that are written before. */
	readonly files?: Readonly<Record<string, string | Uint8Array>>;
	readonly steps: readonly Step[];
	/** What the last step has to print. */
	readonly stdout?: RegExp;
	readonly stderr?: RegExp;
	/** What no step may print, on either stream. */
	readonly hidden?: RegExp;
	/** Files of the folder, and what they have to hold in the end; null: there is none. */
	readonly left?: Readonly<Record<string, RegExp | null>>;
	/** The names of files, of which there are some, that are neither changed nor written again. */
	readonly keeps?: RegExp;
};

const codesOf = ({code = 0}: Step) => [code].flat();

const readIn = (folder: string, name: string) =>
	existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;

/** The files whose names match: what they hold, and when they were written. */
export const lookAt = (folder: string, names: RegExp): readonly string[] =>
	readdirSync(folder, {recursive: true})
		.map(name => String(name))
		.filter(name => names.test(name))
		.map(name => {
			const digest = createHash('sha256')
				.update(readFileSync(join(folder, name)))
				.digest('hex');
			return `${name} ${digest} ${statSync(join(folder, name)).mtimeMs}`;
		});

/** What was not as promised, in words; empty where all was. */
export function judge(promised: Promised, ended: readonly Ended[], folder: string): readonly string[] {
	const {steps, stdout, stderr, hidden, left = {}} = promised;
	const last = ended.at(-1) ?? {code: null, stdout: '', stderr: ''};
	const wrong = ended.flatMap(({code, stderr: said}, at) => {
		const codes = codesOf(steps[at] ?? {});
		return code !== null && codes.includes(code)
			? []
			: [`step ${at + 1} ended with ${code}, not ${codes.join(' or ')}: ${said}`];
	});
	for (const [at, {says}] of steps.entries()) {
		const text = `${ended[at]?.stdout}${ended[at]?.stderr}`;
		if (says && !says.test(text)) wrong.push(`step ${at + 1} said ${text.slice(0, 400)}`);
	}
	if (stdout && !stdout.test(last.stdout)) wrong.push(`printed ${last.stdout.slice(0, 400)}`);
	if (stderr && !stderr.test(last.stderr)) wrong.push(`said ${last.stderr.slice(0, 400)}`);
	if (hidden && ended.some(each => hidden.test(each.stdout + each.stderr))) wrong.push('showed what is secret');
	for (const [name, expected] of Object.entries(left)) {
		const text = readIn(folder, name);
		if (expected === null ? text !== undefined : !expected.test(text ?? ''))
			wrong.push(`${name} holds ${text?.slice(0, 100)}`);
	}
	const strays = readdirSync(folder, {recursive: true}).filter(name => String(name).endsWith('.part'));
	if (strays.length > 0) wrong.push(`left behind: ${strays.join(', ')}`);
	return wrong;
}
