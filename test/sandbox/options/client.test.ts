import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {fileOptions, keyOptions, propertyOptions} from '../../../src/sandbox/options/key-and-file-lists.ts';
import {optionTable} from '../../../src/sandbox/options/option-table.ts';
import {reportOptions} from '../../../src/sandbox/options/report-layouts.ts';
import {requestOptions} from '../../../src/sandbox/options/request-handling.ts';
import {type Sandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {inTurns} from '../../support/laws/laws.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {started, usualData} from '../support/started.ts';

/** Runs the client against every value of every sandbox option: it works whichever of them the service turns out to have. */

const {stateDir} = await started();

const range = '--from 2026-04-01 --to 2026-06-30';
const reports = [
	'report current --from 2026-04-01 --status new,active,lost --lost-after 30',
	"report current --from 2026-04-01 --level 'prodEdition: each *' --level 'geography.country: each * limit 3, Unknown = null'",
	"report current --from 2026-04-01 --split month --level 'prodEdition: each *'",
	`report churn ${range} --lost-after 30`,
	`report churn days ${range} --lost-after 30`,
	`report churn events ${range} --lost-after 30 --segment-by prodEdition --segment 'each *'`,
	`report churn event Files/Open ${range} --lost-after 30`,
	`report events table ${range}`,
	`report events timeline ${range} --split week --event Files/Open --per users`,
	`report events frequency ${range} --event Files/Open --segment-by prodVersion --segment 'each *'`,
];
const later = [
	'report current --from 2026-04-01 --to 2026-05-31 --status new,active',
	'clients list --properties prodVersion,gpu.vendor',
	'props events',
];
const properties = ['props list', 'props values geography.country', ...later];
const keys = ['keys list'];
const files = ['exceptions files', 'events tail -n 3'];
const everything = [...reports, ...properties, ...keys, ...files];

/** The command lines that each group of options can affect. */
const groups = [
	[requestOptions, [reports[0], ...properties, ...keys, ...files]],
	[keyOptions, keys],
	[propertyOptions, properties],
	[fileOptions, files],
	[reportOptions, reports],
] as const;

/** Returns the output and exit code of each command line with these options. */
async function printed(lines: readonly string[], ...assume: readonly string[]) {
	// Files of few days: each of them is zipped to be listed.
	const sandbox = await startSandbox({...usualData, stateDir, assume: ['file-days=5', ...assume]});
	try {
		return await printedBy(sandbox, lines, join(stateDir, 'clients', ...assume));
	} finally {
		await sandbox.close();
	}
}

async function printedBy(sandbox: Sandbox, lines: readonly string[], folder: string) {
	const [admin] = sandbox.users;
	const env = {
		USAGECTL_CONFIG_DIR: folder,
		USAGECTL_BASE_URL: sandbox.baseUrl,
		USAGECTL_USER: admin?.user ?? '',
		USAGECTL_PASSWORD: admin?.password ?? '',
		USAGECTL_PRODUCT: String(sandbox.products[0]?.productId),
	};
	const all = new Map<string, {exitCode: number; stderr: string; rows: readonly string[]}>();
	for (const line of lines) {
		const {stdout, stderr, exitCode} = await usagectl(`${line} -o csv`, {
			env,
			clock: fakeClock('2026-06-30T12:00:00Z'),
		});
		const said = stderr.replace(/^(note|warning): .*\n/gm, '');
		all.set(line, {exitCode, stderr: said, rows: stdout.split('\n').filter(Boolean).sort()});
	}
	return all;
}
const normal = await printed(everything);

/** They change how an answer looks and nothing that it says. */
const looks = new Set(
	'clients-page client-nulls error-status reason-text rate-limit api-version notifications unknown-format dead-session-get cookie-name cookie-scope unknown-members content-type response-type response-text relative-dates old-start flag-names values-page last-value support-members dated-level bare-totals full-report-layout engagement-unsegmented level-labels segment-echo segment-set no-permission'.split(
		' ',
	),
);

/** Amounts that a client notices at 1 already, however well it behaves, and pages of which there are many all the same. */
const tried: Readonly<Record<string, number>> = {
	'rate-limit': 1000,
	'oldest-days': 3000,
	'clients-page': 9,
	'values-page': 3,
};

const alternatives = groups.flatMap(([table, lines]) =>
	optionTable
		.filter(({id}) => id in table)
		.flatMap(({id, values, default: usual}) =>
			('least' in values ? [tried[id] ?? Math.max(1, values.least)] : values)
				.filter(value => value !== usual)
				.map(value => [`${id}=${value}`, {id, lines: lines as readonly string[]}] as const),
		),
);

test('every command line has rows with the default options', () => {
	for (const [line, {exitCode, stderr, rows}] of normal)
		expect({line, exitCode, stderr, some: rows.length > 1}).toEqual({line, exitCode: 0, stderr: '', some: true});
});

/** What a stricter service refuses: the client says so, and ends with the code for it. */
const refused: Readonly<Record<string, RegExp>> = {
	'current-split=refused': / --split month --level/,
	'usage-view=usageCount': /timeline/,
	// The setting `names` asks for these: test/commands/names.test.ts.
	'newer-operations=absent': /^(report current .*--to |clients list|props events) ?/,
	'lost-event-paths=lifetime': /^report churn events? /,
};

describe('every other value of an option', () => {
	test('covers every option', () => expect(new Set(alternatives.map(([, {id}]) => id)).size).toBe(optionTable.length));

	test.each(alternatives.map(([setting, which], turn) => [setting, which, turn] as const))(
		'%s',
		async (setting, {id, lines}, turn) => {
			// All with all: npm run soak:laws.
			const taken = lines.length > 2 ? inTurns(lines, turn, lines.length > 5 ? 10 : 3) : lines;
			for (const [line, {exitCode, stderr, rows}] of await printed(taken, setting)) {
				if (refused[setting]?.test(line)) {
					expect({line, exitCode, rows, stderr}).toEqual({
						line,
						exitCode: 4,
						rows: [],
						stderr: expect.stringContaining('error: '),
					});
					continue;
				}
				expect({line, exitCode, stderr, some: rows.length > 1}).toEqual({line, exitCode: 0, stderr: '', some: true});
				if (looks.has(id)) expect({line, rows}).toEqual({line, rows: normal.get(line)?.rows});
			}
		},
	);
});
