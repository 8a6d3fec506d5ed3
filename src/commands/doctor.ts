import {exitCodes} from '../errors.ts';
import {type Column, dataset} from '../output/dataset.ts';
import {defineCommand} from './command.ts';
import {checkFolders, checkSessionFile, checkSettings} from './doctor/files.ts';
import type {Check} from './doctor/finding.ts';
import {checkCertificates, checkEngine, checkNode, checkTerminal} from './doctor/machine.ts';
import {checkService} from './doctor/service.ts';

const columns: readonly Column[] = [
	{key: 'check', title: 'Check', kind: 'text'},
	{key: 'state', title: 'State', kind: 'text'},
	{key: 'detail', title: 'What was found', kind: 'text'},
	{key: 'advice', title: 'What to do', kind: 'text'},
];

/** In the order in which a command would meet their problems. */
const checks: readonly Check[] = [
	checkNode,
	checkTerminal,
	checkFolders,
	checkSettings,
	checkSessionFile,
	checkCertificates,
	checkService,
	checkEngine,
];

export const command = defineCommand({
	description: `Looks at everything a command needs and says what to do about what is wrong. Ends with the code that a command would
end with because of the first problem, 0 when there is none.`,
	examples: [{line: 'usagectl --sandbox doctor', does: 'is everything well?'}],
	flags: {},
	columns: () => columns,
	run: async (_options, _args, context) => {
		const findings = (await Promise.all(checks.map(check => check(context)))).flat();
		const rows = findings.map(({check, state, detail, advice}) => [check, state, detail, advice ?? null]);
		const kind = findings.find(({state}) => state === 'problem')?.kind;
		return {dataset: dataset(columns, rows), exit: kind ? exitCodes[kind] : 0};
	},
});
