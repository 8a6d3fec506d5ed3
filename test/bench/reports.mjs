import {execFileSync} from 'node:child_process';
import {createEnv, here, onGround, program} from './ground.mjs';
import {interleave, rowsOf, spreadOf} from './interleave.mjs';

/** Goals R1 and R2: rows of reports as a table and as CSV, and nested answers to CSV against JSON.parse and a bare loop. */

async function compareTables({start, folder}, {rounds, quick}) {
	const serve = async events => `http://127.0.0.1:${await start(here('report-server.mjs'), String(events))}`;
	const [few, many] = [await serve(5000), await serve(50_000)];
	const report = (address, format) =>
		`${program} report events --from 2026-01-01 --to 2026-01-31 -o ${format} -q --base-url ${address}`.split(' ');
	const of = (address, format) => [process.execPath, ...report(address, format)];
	const csv = {name: '5,000 rows as CSV', words: of(few, 'csv')};
	const table = {name: '5,000 rows as a table', words: of(few, 'table'), base: csv.name, id: 'R1', goal: 3};
	const long = {name: '50,000 rows as a table', words: of(many, 'table'), base: table.name, id: 'R1', goal: 12};
	const commands = quick ? [csv, table] : [csv, table, long];
	return rowsOf(commands, await interleave(commands, {rounds, env: createEnv(folder)}));
}

const run = (...words) =>
	JSON.parse(
		execFileSync(process.execPath, [...process.execArgv, here('nested-report.ts'), ...words], {encoding: 'utf8'}),
	);

function compareNested(path, {rounds, quick}) {
	run('write', path, quick ? '40' : '100');
	const pairs = Array.from({length: rounds}, () => ({bare: run('bare', path), ours: run('ours', path)}));
	const rows = pairs[0]?.ours.rows.toLocaleString('en');
	const peak = spreadOf(pairs.map(({ours}) => ours.megabytes));
	const ratio = spreadOf(pairs.map(({bare, ours}) => ours.milliseconds / bare.milliseconds));
	return [
		{id: 'R2', what: `${rows} nested rows to CSV / a bare loop`, unit: '×', goal: 1.67, ...ratio},
		{id: 'R2', what: `${rows} nested rows to CSV: peak memory`, unit: 'MB', goal: 200, ...peak},
	];
}

export const measure = ({rounds, quick}) =>
	onGround(async ({folder, start, at}) => {
		const leaves = spreadOf(run('leaves', String(rounds * 3)));
		return [
			...(await compareTables({start, folder}, {rounds, quick})),
			{id: 'R2', what: '96,000 leaves to CSV / their JSON.parse', unit: '×', goal: 2.5, limit: 0.87, ...leaves},
			...compareNested(at('answer.json'), {rounds, quick}),
		];
	});
