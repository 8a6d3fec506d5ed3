import {defineCommand} from '../../cli/definition/command.ts';
import {dataFlags} from './data-flags.ts';

export const command = defineCommand({
	description:
		'Forgets what was written to the sandbox (license keys, sessions, addresses) and sets which world it has from now on, and what its clock shows: a flag that is not given goes back to its default (seed 1, 10k installations, the real time). A world is the same whatever the day; an earlier day knows less of it. Passwords stay. A sandbox that is being served keeps what it has until it is started again.',
	examples: [
		{line: 'usagectl sandbox reset', caption: 'as on the first day'},
		{line: 'usagectl sandbox reset --seed 7 --size 20k', caption: 'more installations, other data'},
		{line: 'usagectl sandbox reset --now 2026-06-30', caption: 'a frozen clock: the same answers tomorrow'},
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
