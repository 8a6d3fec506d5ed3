import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Ended, RunOptions} from './wine.ts';

/** One line that is run, by the shipped program where no script is named. */
export type Step = {
	/** Words without blanks; `{folder}` is the folder of the run as Windows names it. */
	readonly words?: string;
	/** The codes it may end with; 0 where nothing is said. */
	readonly code?: number | readonly number[];
	/** The next step starts so many milliseconds later, while this one runs. */
	readonly beside?: number;
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
};

const codesOf = ({code = 0}: Step) => [code].flat();

const readIn = (folder: string, name: string) =>
	existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;

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
