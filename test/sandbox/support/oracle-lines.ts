import {parse} from 'csv-parse/sync';
import {expect, test} from 'vitest';
import yauzl from 'yauzl';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import type {Row} from '../../support/oracle/registry.ts';
import type {createAsk} from './started.ts';

/** Lines and files over HTTP against plain loops over the rows. */

type Served = {
	readonly ask: ReturnType<typeof createAsk>;
	/** The rows that the sandbox knows, of one product. */
	readonly table: (name: string) => Promise<readonly Row[]>;
	readonly product: number;
	/** `YYYY-MM-DDThh:mm:ss`. */
	readonly now: string;
};

const iso = (second: unknown) => new Date(Number(second) * 1000).toISOString().slice(0, 19);
const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
const kinds = [
	[
		'exceptions',
		'exc',
		'exception_line',
		{
			'exception.class': 'class',
			'exception.method': 'method',
			'exception.message': 'message',
			'exception.stackTrace': 'stackTrace',
		},
	],
	[
		'customEvents',
		'cust',
		'custom_event_line',
		{'event.category': 'category', 'event.name': 'name', 'event.data': 'data'},
	],
] as const;

/** So many days before today. */
const daysBack = (today: string, count: number) =>
	new Date(Date.parse(`${today}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10);

async function unzipped(url: string): Promise<string> {
	const zip = Buffer.from(await (await fetch(url)).arrayBuffer());
	const archive = await yauzl.fromBufferPromise(zip, {lazyEntries: true});
	const {value: entry} = await archive.eachEntry().next();
	const chunks: Buffer[] = [];
	for await (const chunk of await archive.openReadStreamPromise(entry as yauzl.Entry)) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

/** Tests that previews, listings and files hold the lines of the rows. */
export async function testLines({ask, table, product, now}: Served): Promise<void> {
	const today = now.slice(0, 10);
	const installations = new Map((await table('installation')).map(row => [row.installation, row]));
	const spans = new Map((await table('property_span')).map(row => [row.span, row]));
	test.each(kinds)('%s: the last lines, the files, and what is in them', async (kind, word, name, own) => {
		const rows = [...(await table(name))].sort((a, b) => Number(a.occurredAt) - Number(b.occurredAt));
		expect(rows.length).toBeGreaterThan(50);
		const lineOf = (row: Row) => ({
			timestamp: iso(row.occurredAt),
			clientId: text(installations.get(row.installation ?? '')?.clientId),
			cpuCores: text(installations.get(row.installation ?? '')?.cpuCores),
			prodVersion: text(spans.get(row.span ?? '')?.prodVersion),
			prodBuild: text(spans.get(row.span ?? '')?.prodBuild),
			'geography.country': text(spans.get(row.span ?? '')?.geography_country),
			...Object.fromEntries(Object.entries(own).map(([key, column]) => [key, text(row[column])])),
		});
		const sorted = (lines: readonly object[]) => lines.map(line => JSON.stringify(line)).sort();
		const named = Object.keys(lineOf(rows[0] as Row));
		const only = (line: Record<string, string>) => Object.fromEntries(named.map(key => [key, line[key]]));

		const {results, fieldNames} = await ask(endpoints[kind].lastLines.path, {
			lineCount: 1000,
		});
		expect(sorted(results.map(only))).toEqual(sorted(rows.slice(-1000).map(lineOf)));

		const dayOf = (row: Row) => iso(row.occurredAt).slice(0, 10);
		const days = [...new Set(rows.map(dayOf))].filter(day => day < today);
		const monthStart = `${daysBack(today, 89).slice(0, 7)}-01`;
		const listed = await ask(endpoints[kind].listFiles.path);
		const names = (list: readonly {fileName: string}[]) => list.map(({fileName}) => fileName);
		expect(names(listed.openDailyFiles)).toEqual([`${product}_${word}_${today}.zip`]);
		expect(names(listed.dailyFiles)).toEqual(
			days.filter(day => day >= daysBack(today, 89)).map(day => `${product}_${word}_${day}.zip`),
		);
		const months = [...new Set(days.filter(day => day >= monthStart).map(day => day.slice(0, 7)))];
		expect(names(listed.monthlyFiles).map(file => file.slice(0, -'-01_to_2026-01-31.zip'.length))).toEqual(
			months.map(month => `${product}_${word}_${month}`),
		);
		for (const fileName of [
			...names(listed.openDailyFiles),
			...names(listed.dailyFiles).slice(-3),
			...names(listed.monthlyFiles),
		]) {
			const [from = '', to = from] = fileName.match(/\d{4}-\d\d-\d\d/g) ?? [];
			const content = await unzipped((await ask(endpoints[kind].downloadUrl.path, {fileName})).downloadUrl);
			const keys = new Map(Object.entries(fieldNames as Record<string, string>).map(([key, title]) => [title, key]));
			const records: Record<string, string>[] = parse(content, {
				bom: true,
				columns: (titles: string[]) => titles.map(title => keys.get(title)),
			});
			const expected = rows.filter(row => dayOf(row) >= from && dayOf(row) <= to).map(lineOf);
			expect([fileName, sorted(records.map(only))]).toEqual([fileName, sorted(expected)]);
		}
	});
}
