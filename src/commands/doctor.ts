import {defineCommand} from '../cli/definition/command.ts';
import {toggle} from '../cli/definition/flag.ts';
import {exitCodes} from '../errors.ts';
import {sentenceLayout} from '../output/column-layout.ts';
import {type Column, dataset} from '../output/dataset.ts';
import type {Check} from './doctor/finding.ts';
import {
	checkCertificates,
	checkEngine,
	checkFolders,
	checkNode,
	checkRights,
	checkSessionFile,
	checkSettings,
	checkTerminal,
} from './doctor/machine-checks.ts';
import {checkService} from './doctor/service-checks.ts';

const columns: readonly Column[] = [
	{key: 'check', title: 'Check', kind: 'text'},
	{key: 'state', title: 'State', kind: 'text', layout: {minWidth: 10}},
	{key: 'detail', title: 'What was found', kind: 'text', layout: sentenceLayout},
	{key: 'advice', title: 'What to do', kind: 'text', layout: sentenceLayout},
];

/** The columns with `--service`. */
const comparisonColumns: readonly Column[] = [
	{key: 'operation', title: 'Operation', kind: 'text'},
	{key: 'state', title: 'State', kind: 'text', layout: {minWidth: 10}},
	{key: 'detail', title: 'What was found', kind: 'text', layout: sentenceLayout},
];

/** In the order in which a command would meet their problems. */
const checks: readonly Check[] = [
	checkNode,
	checkTerminal,
	checkFolders,
	checkRights,
	checkSettings,
	checkSessionFile,
	checkCertificates,
	checkService,
	checkEngine,
];

export const command = defineCommand({
	description: `Looks at everything a command needs and says what to do about what is wrong. Ends with the code that a command would
end with because of the first problem, 0 when there is none. With --service it asks each operation that reads once, never one that
writes, and says what agrees with the description, what was added, and what would be misread (7).`,
	examples: [
		{line: 'usagectl --sandbox doctor', caption: 'is everything well?'},
		{line: 'usagectl --sandbox doctor --service', caption: 'does this service answer as it is described?'},
	],
	refusesDryRun: true,
	flags: {
		service: toggle({
			flags: '--service',
			summary: 'ask each reading operation once, and compare its answer with what is known of it',
		}),
	},
	columns: ({service}) => (service ? comparisonColumns : columns),
	run: async ({service}, _args, context) => {
		if (service) return (await import('./doctor/compare-service.ts')).compareService(comparisonColumns, context);
		const findings = (await Promise.all(checks.map(check => check(context)))).flat();
		const rows = findings.map(({check, state, detail, advice}) => [check, state, detail, advice ?? null]);
		const kind = findings.find(({state}) => state === 'problem')?.kind;
		return {dataset: dataset(columns, rows), exit: kind ? exitCodes[kind] : 0};
	},
});
