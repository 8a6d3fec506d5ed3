import {type LogKind, logKinds} from '../../archive/log-kinds.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {profileFlags} from '../../cli/definition/globals.ts';
import {openSaved} from '../history/find-results.ts';
import {querySql} from './ask-records.ts';
import {findCluster} from './cluster/connect-cluster.ts';
import {syncCommands} from './filter-flags.ts';

const viewNames: Readonly<Record<LogKind, string>> = {exceptions: 'crashes', events: 'events'};

export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			`An older form of \`query\` that takes the archive folder as an argument. The view \`${viewNames[kind]}\` is also named \`lines\`. ` +
			'With --engine, the statement is sent to the engine unchanged; the tables there are exceptions and events.',
		examples: [
			{
				line: `usagectl ${kind} query ${logKinds[kind].folder} "FROM ${viewNames[kind]} LIMIT 5"`,
				caption: `five ${logKinds[kind].records}`,
			},
		],
		isQuestion: true,
		flags: {engine: profileFlags.engine},
		args: [
			{
				name: '<dir>',
				summary: 'Archive folder; required without --engine',
				complete: 'directory',
				orEngine: true,
				producedBy: syncCommands[kind],
			},
			{name: '<sql>', summary: 'One SQL statement', complete: 'sql'},
		],
		run: async (_options, args, context) => {
			const archives = args.slice(0, -1);
			const history = () => openSaved({history: undefined, file: undefined, set: []}, context);
			const request = {sql: args.at(-1) ?? '', archives, log: kind, history, aliases: {lines: viewNames[kind]}};
			return querySql(request, {kind, cluster: findCluster(context, archives)}, context);
		},
	});
