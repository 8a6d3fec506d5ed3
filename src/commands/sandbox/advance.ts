import {defineCommand} from '../../cli/definition/command.ts';
import {Expected} from '../../cli/definition/flag.ts';
import {CliError} from '../../errors.ts';
import {moment} from './data-flags.ts';

const secondsPer = {m: 60, h: 3600, d: 86_400, w: 604_800} as const;
const expected = "expected a duration such as 1d or 12h, or 'to' and a day";

/** Parses `1d`, `12h`, `30m`, `2w`, or `to` and a day or timestamp. Throws CliError (usage). */
function parseTime(words: readonly string[]): {readonly seconds: number} | {readonly to: string} {
	const text = words.join(' ');
	const reject = (what: string) => {
		// `3 days` and `2hours` mean 3d and 2h.
		const near = /^([1-9]\d{0,5}) ?([mhdw])/.exec(text)?.slice(1).join('') ?? '1d';
		throw new CliError('usage', `${what}, not '${text}'`, {hint: `for example: usagectl sandbox advance ${near}`});
	};
	const [first = '', second, ...more] = words;
	const step = /^([1-9]\d{0,5})([mhdw])$/.exec(first);
	if (step && second === undefined) return {seconds: Number(step[1]) * secondsPer[step[2] as keyof typeof secondsPer]};
	if (first !== 'to' || second === undefined || more.length > 0) return reject(expected);
	try {
		return {to: moment(second)};
	} catch (error) {
		return reject(error instanceof Expected ? `expected ${error.message}` : expected);
	}
}

export const command = defineCommand({
	description:
		"Moves the sandbox's clock forward. Installations, sessions and events up to the new time appear; earlier data and your changes are kept. Afterwards the clock is frozen, even if it showed the real time before. To return to the real time, use `sandbox reset`, which also deletes your changes. A server that is already running keeps its own clock until it is restarted.",
	examples: [
		{line: 'usagectl sandbox advance 1d', caption: 'advance by one day, to test a nightly job'},
		{line: 'usagectl sandbox advance 12h', caption: "advance by half a day: today's files grow"},
	],
	refusesDryRun: true,
	flags: {},
	args: [{name: '<time...>', summary: 'How far to advance: 30m, 12h, 1d or 2w, or `to YYYY-MM-DD`'}],
	run: async (_options, words, {stateDir, clock, progress}) => {
		const time = parseTime(words);
		const {advanceSandbox} = await import('../../sandbox/stored-data.ts');
		const job = progress.start({what: 'Making data'});
		try {
			return {one: await advanceSandbox(stateDir, {...time, today: clock.now()})};
		} finally {
			job.end();
		}
	},
});
