import {build} from './child.ts';

/** The real program with a few more commands, which do what a run can do to a process: print for ever, hang, fail. */
export const buildProgram = (folder: string) =>
	build(
		`
import {commandTree} from 'src/command-table.ts';
import {main} from 'src/main.ts';

const columns = [{key: 'row', title: 'Row', kind: 'count'}, {key: 'text', title: 'Text', kind: 'text'}];
const filler = 'x'.repeat(80);
async function* rows(count, pulled) {
	for (let from = 0; from < count; from += 1000) {
		pulled?.(from);
		yield Array.from({length: Math.min(1000, count - from)}, (_, index) => [from + index, filler]);
	}
}
const test = {
	'test rows': async (_, [count]) => ({dataset: {columns, blocks: rows(Number(count))}}),
	'test watched': async (_, [count], context) => ({dataset: {columns, blocks: rows(Number(count), from => context.terminal.stderr.write('block ' + from / 1000 + '\\n'))}}),
	'test fail': async () => ({dataset: {columns, blocks: (async function* () { yield* rows(3000); throw new Error('in the middle'); })()}}),
	'test hang': async (_, __, context) => {
		const timer = setInterval(() => {}, 1000);
		await context.terminal.stderr.write('hanging\\n');
		await new Promise((_, reject) => context.signal.addEventListener('abort', () => { clearInterval(timer); reject(context.signal.reason); }));
	},
	'test deaf': async (_, __, context) => {
		setInterval(() => {}, 1000);
		await context.terminal.stderr.write('hanging\\n');
		await new Promise(() => {});
	},
	'test tell': async (_, __, context) => {
		context.mask.add('canary-secret');
		setInterval(() => {}, 1000);
		for (let time = 0; time < 2; time++) process.emit('uncaughtException', new Error('failed with canary-secret'));
		await new Promise(() => {});
	},
	'test throw': async () => { setTimeout(() => { throw new Error('from a timer'); }, 1); await new Promise(resolve => setTimeout(resolve, 5000)); return {}; },
	'test reject': async () => { void Promise.reject(new Error('from nowhere')); await new Promise(resolve => setTimeout(resolve, 5000)); return {}; },
	'test pending': () => new Promise(() => {}),
	'test ask': async (_, __, context) => ({text: 'answer: ' + await context.terminal.ask({text: 'Password', secret: true, flag: '--password-stdin'}) + '\\n'}),
	'test progress': async (_, __, context) => {
		const job = context.progress.start({what: 'rows', total: 10, unit: 'rows'});
		for (let done = 0; done < 10; done++) { await context.clock.sleep(100); job.advance(1); }
		job.end();
		return {text: 'done\\n'};
	},
	'test spin': async (_, __, context) => {
		context.progress.start({what: 'rows', unit: 'rows'}).advance(1);
		await context.clock.sleep(60000, context.signal);
	},
	'test mixed': async (_, __, context) => ({dataset: {columns, blocks: (async function* () {
		const job = context.progress.start({what: 'job', total: 2, unit: 'rows'});
		for (let row = 0; row < 2; row++) {
			await context.clock.sleep(500);
			job.advance(1);
			yield [[row, 'a']];
			await context.note('half way');
		}
		job.end();
	})()}}),
};
for (const [path, run] of Object.entries(test)) {
	commandTree.commands.push({path, summary: '', load: async () => ({examples: [], flags: {}, args: [{name: '[count]', summary: ''}], run})});
}
commandTree.groups.push({path: 'test', summary: ''});
void main();
`,
		folder,
	);
