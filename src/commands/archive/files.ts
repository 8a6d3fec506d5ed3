import {type LogKind, logKinds} from '../../archive/log-kinds.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {type Column, dataset} from '../../output/dataset.ts';
import {daysFlags, getDays} from './file-flags.ts';

const columns: readonly Column[] = [
	{key: 'kind', title: 'Kind', kind: 'text'},
	{key: 'fileName', title: 'File', kind: 'text', layout: {priority: 1, minWidth: 48}},
	{key: 'fileDate', title: 'Date', kind: 'date'},
	{key: 'fileStartDate', title: 'From', kind: 'date', layout: {priority: 3}},
	{key: 'fileStopDate', title: 'To', kind: 'date', layout: {priority: 3}},
	{key: 'uncompressedSizeKB', title: 'Unpacked KB', kind: 'number', unit: 'KB'},
	{key: 'compressedSizeKB', title: 'Packed KB', kind: 'number', unit: 'KB'},
	{key: 'isAvailable', title: 'Available', kind: 'boolean'},
];

export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			`Lists the files of ${kind === 'exceptions' ? 'crash reports' : 'event records'} that the service offers for download. A monthly file may contain days that daily files ` +
			'contain too; `download` and `sync` do not download a day twice. The open file (that of the current day) changes until the day is over.',
		examples: [
			{line: `usagectl ${kind} files --period last-month`, caption: 'files of last month'},
			{
				line: `usagectl ${kind} files -o csv --fields fileName,compressedSizeKB`,
				caption: 'names and sizes, for a script',
			},
		],
		takes: [...requestGroups, 'today', 'tz', 'rows'],
		flags: daysFlags,
		product: 'many',
		isQuestion: true,
		compilesExpressions: true,
		columns: () => columns,
		run: async (options, _args, {connect, signal, today}) => {
			const days = getDays(options, today);
			const {listLogFiles} = await import('../../archive/download/open-files.ts');
			const {hasSelectedDay} = await import('../../archive/download/choose-files.ts');
			const files = await listLogFiles({client: await connect(), kind, signal});
			const rows = files
				.filter(file => hasSelectedDay(file, days))
				.map(file => [
					file.kind,
					file.name,
					file.kind === 'monthly' ? null : file.from,
					file.kind === 'monthly' ? file.from : null,
					file.kind === 'monthly' ? file.to : null,
					file.uncompressedKB,
					file.compressedKB,
					file.kind === 'open' ? file.available : null,
				]);
			return {dataset: dataset(columns, rows, {title: `Files of ${logKinds[kind].records}`})};
		},
	});
