import {defineCommand} from '../../cli/definition/command.ts';
import {dataFlags} from './data-flags.ts';

export const command = defineCommand({
	description:
		'Deletes your changes to the sandbox (license keys, sessions, download addresses) and recreates its data. Without flags, restores seed 1, 10k installations and the real time. The same seed and size always give the same data; an earlier --now only hides everything after that time. The users keep their passwords. A server that is already running keeps its data until it is restarted.',
	examples: [
		{line: 'usagectl sandbox reset', caption: 'default data'},
		{line: 'usagectl sandbox reset --seed 7 --size 20k', caption: 'other data, more installations'},
		{
			line: 'usagectl sandbox reset --now 2026-06-30',
			caption: 'a frozen clock, so that every run gets the same answers',
		},
	],
	refusesDryRun: true,
	flags: dataFlags,
	run: async (options, _args, {stateDir, clock, progress}) => {
		const {resetSandbox} = await import('../../sandbox/stored-data.ts');
		const job = progress.start({what: 'Making data'});
		try {
			return {one: await resetSandbox(stateDir, {...options, today: clock.now()})};
		} finally {
			job.end();
		}
	},
});
