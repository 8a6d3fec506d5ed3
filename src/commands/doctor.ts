import {getFirstProduct} from '../cli/context/open-sandbox.ts';
import {defineCommand} from '../cli/definition/command.ts';
import {toggle} from '../cli/definition/flag.ts';
import {checkArchives} from '../doctor/archive-checks.ts';
import type {Check} from '../doctor/finding.ts';
import {
	checkCertificates,
	checkEngine,
	checkFolders,
	checkNode,
	checkRights,
	checkSessionFile,
	checkSettings,
	checkTerminal,
	checkZone,
} from '../doctor/machine-checks.ts';
import {checkService} from '../doctor/service-checks.ts';
import {exitCodes} from '../errors.ts';
import {sentenceLayout} from '../output/column-layout.ts';
import {type Column, dataset} from '../output/dataset.ts';

const columns: readonly Column[] = [
	{key: 'check', title: 'Check', kind: 'text'},
	{key: 'state', title: 'State', kind: 'text', layout: {minWidth: 10}},
	{key: 'detail', title: 'Result', kind: 'text', layout: sentenceLayout},
	{key: 'advice', title: 'Advice', kind: 'text', layout: sentenceLayout},
];

/** The columns with `--service`. */
const comparisonColumns: readonly Column[] = [
	{key: 'operation', title: 'Operation', kind: 'text'},
	{key: 'state', title: 'State', kind: 'text', layout: {minWidth: 10}},
	{key: 'detail', title: 'Result', kind: 'text', layout: sentenceLayout},
];

/** In the order in which a command would fail on them. */
const checks: readonly Check[] = [
	checkNode,
	checkTerminal,
	checkZone,
	checkFolders,
	checkRights,
	checkSettings,
	checkSessionFile,
	checkCertificates,
	checkService,
	checkEngine,
	checkArchives,
];

export const command = defineCommand({
	description: `Checks everything that a command needs, and says what to do about each failed check. If checks fail, exits with the status that
the first of them would cause in other commands. With --service, calls each read-only operation once and compares its response with the API
documentation; exits with status 7 if usagectl would misread a response.`,
	examples: [
		{line: 'usagectl --sandbox doctor', caption: 'the standard checks, on the sandbox'},
		{line: 'usagectl --sandbox doctor --service', caption: 'also compare the service with its documentation'},
	],
	takes: ['service', 'connection', 'password', 'today', 'tz', 'rows', 'yes'],
	flags: {
		service: toggle({
			flags: '--service',
			summary: 'Call each read-only operation once and compare its response with the API documentation',
		}),
	},
	columns: ({service}) => (service ? comparisonColumns : columns),
	run: async ({service}, _args, context) => {
		const ports = {...context, firstProduct: () => getFirstProduct(context)};
		if (service) {
			const compared = await (await import('../doctor/compare-service.ts')).compareService(ports);
			if (!compared) return {};
			const differs = compared.some(([, state]) => state === 'differs');
			return {dataset: dataset(comparisonColumns, compared), exit: differs ? exitCodes.assertion : 0};
		}
		const findings = (await Promise.all(checks.map(check => check(ports)))).flat();
		const rows = findings.map(({check, state, detail, advice}) => [check, state, detail, advice ?? null]);
		const kind = findings.find(({state}) => state === 'problem')?.kind;
		return {dataset: dataset(columns, rows), exit: kind ? exitCodes[kind] : 0};
	},
});
