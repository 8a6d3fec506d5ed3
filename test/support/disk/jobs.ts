import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {resultText} from '../../../src/questions/results/result.ts';
import {resultOf} from '../data/saved-results.ts';

/** Commands that keep something on a disk, and what stands there after a run that something befell. */

export type Job = {
	/** FOLDER is where its files lie; its settings are in FOLDER/config. */
	readonly line: string;
	/** What runs before it have left. */
	readonly before?: readonly ({readonly line: string} | {readonly file: string; readonly text: string})[];
	/** How many files it writes at a time, where that is more than one. */
	readonly writesAtOnce?: number;
	/** The files of its own, and what they say, without what differs from run to run. */
	readonly look: (folder: string) => string;
};

const readIn = (folder: string, name: string) =>
	existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'latin1') : 'nothing';
const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** A session or settings: whole JSON, or the test ends here. */
const readJson = (folder: string, name: string) => {
	const text = readIn(folder, name);
	return text === 'nothing'
		? text
		: JSON.stringify(JSON.parse(text)).replace(/"(sessionId|openedAt)":"[^"]+"/g, '"$1":""');
};

/** Every file under its final name with its bytes. */
const readFiles = (folder: string) =>
	namesIn(folder)
		.filter(name => !name.startsWith('.'))
		.map(name => `${name}: ${readIn(folder, name)}`)
		.join('\n');

const questions = {
	file: 'usagectl.yaml',
	text: 'questions: {active: {ask: report current --from 2026-06-01}, keys: {ask: keys list --limit 5}}',
};

/** The rows of each kept answer, which are the same in each run; an answer that is not whole ends the test here. */
function readAnswers(folder: string): string {
	const history = join(folder, 'usagectl-history');
	const read = (question: string) => {
		const names = namesIn(join(history, question)).filter(name => !name.startsWith('.'));
		return new Set(names.map(name => JSON.stringify(JSON.parse(readIn(join(history, question), name)).rows)));
	};
	return namesIn(history)
		.flatMap(question => [...read(question)].map(rows => `${question}.json: ${rows}`))
		.join('\n');
}

const days = ['2026-01-10', '2026-01-20', '2026-02-10', '2026-02-20', '2026-03-10'] as const;
const keptAnswer = (day: string) => ({
	file: `usagectl-history/active/${day}_1_${day.replaceAll('-', '')}T060000Z.json`,
	text: resultText(resultOf(day, [['Pro', 40]], {question: 'active', product: 1})),
});

export const jobs = {
	login: {
		line: 'login --profile night',
		before: [{line: 'login --profile day'}],
		look: folder => readJson(join(folder, 'config'), 'session.json'),
	},
	'a setting': {
		line: 'profile set default -o csv',
		before: [{line: 'profile set default --timeout 50s'}],
		look: folder => readJson(join(folder, 'config'), 'settings.json'),
	},
	'an export': {
		line: 'keys list -o csv --out FOLDER/keys.csv',
		before: [{file: 'keys.csv', text: 'old\n'}],
		look: folder => readIn(folder, 'keys.csv'),
	},
	'a download': {
		line: 'exceptions download --from 2026-06-26 --unzip -d FOLDER/files',
		look: folder => readFiles(join(folder, 'files')),
	},
	'a sync': {
		line: 'exceptions sync FOLDER/crashes --from 2026-06-26 --no-lines',
		look: folder => readFiles(join(folder, 'crashes')),
	},
	'standing questions': {
		line: 'questions run --file FOLDER/usagectl.yaml',
		writesAtOnce: 3,
		before: [questions],
		look: readAnswers,
	},
	'a digest': {
		line: 'questions digest --file FOLDER/usagectl.yaml --html FOLDER/week.html',
		before: [
			questions,
			{line: 'questions run active --file FOLDER/usagectl.yaml'},
			{file: 'week.html', text: 'of last week'},
		],
		// The charts of a process are numbered.
		look: folder => readIn(folder, 'week.html').replace(/Created [\d: -]+|\bzr\d+-cls-\d+/g, ''),
	},
	'a prune': {
		line: 'history prune --forget-before 2026-03-01 -p 1 -y --history FOLDER/usagectl-history',
		before: days.map(keptAnswer),
		look: folder =>
			days
				.map(day => keptAnswer(day).file)
				.filter(file => !existsSync(join(folder, file)))
				.map(file => `${file}: removed`)
				.join('\n'),
	},
	'a saved question': {
		line: 'questions add more --replace --file FOLDER/usagectl.yaml report current',
		before: [questions],
		look: folder => readIn(folder, 'usagectl.yaml'),
	},
} as const satisfies Record<string, Job>;

/** Half-written files, private folders and locks: nothing of them is there when nothing runs. */
export const findLeftovers = (folder: string): readonly string[] =>
	readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(
		name => /\.part$|\.lock/.test(name) && !/\.part\//.test(name),
	);

/** Makes the folder as the run before left it; `run` runs a line of the program. */
export async function prepare(job: Job, folder: string, run: (line: string) => Promise<unknown>): Promise<void> {
	mkdirSync(folder, {recursive: true});
	for (const step of job.before ?? [])
		if ('file' in step) {
			mkdirSync(dirname(join(folder, step.file)), {recursive: true});
			writeFileSync(join(folder, step.file), step.text);
		} else await run(step.line);
}
