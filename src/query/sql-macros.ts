import {createHash} from 'node:crypto';
import type {Engine} from '../archive/sql/engine.ts';
import {literal} from '../text/sql-literal.ts';

/** Makes `today()` and `current_date` the day of the run, which may differ from the computer's. */
export async function createDayMacros(engine: Engine, today: string): Promise<void> {
	for (const name of ['today', 'current_date'])
		await engine.run(`CREATE MACRO ${name}() AS CAST(${literal(today)} AS DATE)`);
}

export const getReportTable = (line: string): string => `report ${createHash('md5').update(line).digest('hex')}`;

/** Makes `report('LINE')` the table of that line (`getReportTable`). */
export const createReportMacro = (engine: Engine): Promise<unknown> =>
	engine.run(`CREATE MACRO report(line) AS TABLE FROM query_table('report ' || md5(line))`);
