import {rmSync} from 'node:fs';
import {createEnv, here, onGround, program} from './ground.mjs';
import {interleave, ratioOf, spreadOf} from './interleave.mjs';

/** The sandbox: building its data, opening it, a report, and the day after. */
export const measure = ({node, quick, rounds}) =>
	onGround(async ({folder, at}) => {
		const env = createEnv(folder);
		const start = (name, words) => ({name, words: [node, program, ...words.split(' ')]});
		const seconds = values => spreadOf(values.map(ms => ms / 1000));
		const measureSize = async (size, goals) => {
			rmSync(at('config'), {recursive: true, force: true});
			const reset = start('reset', `sandbox reset --seed 1 --size ${size} --now 2026-06-30 --yes`);
			const built = (await interleave([reset], {rounds: 1, env, warm: false})).get('reset');
			const asked = await interleave(
				[
					start('opening', '--sandbox api /meta/oldestReportedDate -q'),
					start('report', '--sandbox report current --from -90d --level prodVersion -q'),
					{name: 'assistant', words: [node, here('assistant.mjs'), node, program]},
				],
				{rounds, env},
			);
			// The first day that is added also makes room in the file.
			const [opening, advance] = [
				start('opening', '--sandbox api /meta/oldestReportedDate -q'),
				start('advance', 'sandbox advance 1d'),
			];
			const days = await interleave([opening, advance], {rounds, env});
			const beyond = days.get('advance').ms.map((ms, round) => ms - days.get('opening').ms[round]);
			const memory = (name, peaks, goal) => ({
				what: `sandbox of ${size}: ${name}, peak memory`,
				unit: 'MB',
				goal,
				...spreadOf([Math.max(...peaks)]),
			});
			const time = (name, values, goal) => ({what: `sandbox of ${size}: ${name}`, unit: 's', goal, ...seconds(values)});
			return [
				time('its data built', built.ms, goals.build),
				memory('its data built', built.peak, goals.memory),
				time('opened for one call', asked.get('opening').ms),
				time('a report', asked.get('report').ms, goals.report),
				memory('a report', asked.get('report').peak, 1200),
				time("an assistant's first answer, from the start on", asked.get('assistant').ms, goals.assistant),
				{
					what: `sandbox of ${size}: an assistant's first answer / a report`,
					unit: '×',
					...spreadOf(ratioOf(asked, 'assistant', 'report')),
				},
				time('advanced a day, beyond opening', beyond, goals.advance),
			];
		};
		return [
			...(await measureSize('10k', {advance: 0.3, assistant: 0.5})),
			...(await measureSize(quick ? '100k' : '1M', {build: 45, memory: 1600, report: 1, advance: 5})),
		];
	});
