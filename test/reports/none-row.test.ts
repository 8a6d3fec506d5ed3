import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

const sandbox = await started();

async function sumsOf(line: string): Promise<Readonly<Record<string, number>>> {
	const {stdout, stderr} = await usagectl(`report current --status active --from -30d ${line} -o json`, {
		env: {...sandbox.env},
		clock: fakeClock('2026-06-30T12:00:00Z'),
	});
	expect(stderr).not.toContain('in no segment');
	const sums: Record<string, number> = {};
	for (const {date = '', active} of JSON.parse(stdout) as readonly {readonly date?: string; readonly active: number}[])
		sums[date] = (sums[date] ?? 0) + active;
	return sums;
}

test.each(['country', 'usState'])(
	'by %s, the rows add up to all installations, of each date and with a rest',
	async property => {
		expect(await sumsOf(`--level ${property}`)).toEqual(await sumsOf(''));
		expect(await sumsOf(`--level ${property} --top 2`)).toEqual(await sumsOf(''));
		expect(await sumsOf(`--level ${property} --split week`)).toEqual(await sumsOf('--split week'));
	},
);
