import fc from 'fast-check';
import {expect, test} from 'vitest';
import {openScreens, readTable, today} from '../../reports/support/screen.ts';
import {laws} from '../../support/laws/laws.ts';

/** The license keys on the screens of random command lines are those of the exported tables. Today is 2026-06-30. */

const {run, sql} = await openScreens();

type Key = Readonly<Record<string, string | number | boolean | null>>;
const keys = (await sql(`
	SELECT licenseKey, licenseType, activated, blacklisted, expiryDate::VARCHAR AS expiryDate, addedDate::DATE::VARCHAR AS added, autoCollected,
		installQuota, coalesce(n, 0)::INT AS installCount, coalesce(n, 0)::INT - installQuota AS overQuotaCount
	FROM license_key LEFT JOIN (SELECT licenseKey, count(*) AS n FROM installation GROUP BY ALL) USING (licenseKey)
	ORDER BY addedDate, licenseKey`)) as readonly Key[];

const isWithin = (value: unknown, first: string, last = '9999') =>
	value !== null && `${value}` >= first && `${value}` <= last;
const filters: Readonly<Record<string, (key: Key) => boolean>> = {
	'': () => true,
	'overQuotaCount>0': ({overQuotaCount}) => Number(overQuotaCount) > 0,
	'overQuotaCount=-3..10 and licenseType=purchased,trial': ({overQuotaCount, licenseType}) =>
		Number(overQuotaCount) >= -3 &&
		Number(overQuotaCount) <= 10 &&
		['purchased', 'trial'].includes(String(licenseType)),
	'expiryDate=2026 and not licenseStatus.blacklisted': ({expiryDate, blacklisted}) =>
		isWithin(expiryDate, '2026', '2026-12-31') && !blacklisted,
	'addedDate>=today-400d and autoCollected=false': ({added, autoCollected}) =>
		isWithin(added, '2025-05-26') && !autoCollected,
	'licenseStatus.activated and licenseKey=AUR-*': ({activated, licenseKey}) =>
		activated === true && String(licenseKey).startsWith('AUR-'),
};
const filter = fc.constantFrom(...Object.keys(filters));
const write = (text: string) => (text ? `--filter '${text}'` : '');

const compare = (one: unknown, other: unknown) =>
	typeof one === 'number' ? one - Number(other) : String(one) < String(other) ? -1 : Number(one !== other);
/** Values in order, those that are missing last. */
function sort(values: readonly Key[string][], isDescending: boolean) {
	const known = values.filter(value => value !== null).sort(compare);
	return [...(isDescending ? known.reverse() : known), ...values.filter(value => value === null)];
}

const figures = ['expiryDate', 'installQuota', 'installCount', 'overQuotaCount', 'activated'];

/** Compares the rows of a screen with the keys that the same command line returns as JSON. */
async function expectRows(line: string, found: readonly Key[], column: string): Promise<readonly Key[string][]> {
	const listed = JSON.parse(await run(`${line} -o json --fields licenseKey,${column}`)) as readonly Key[];
	const byKey = new Map(found.map(key => [key.licenseKey, key]));
	const {rows} = readTable(await run(`${line} --fields ${figures.join(',')}`));
	expect(rows).toEqual(listed.map(({licenseKey}) => figures.map(each => String(byKey.get(licenseKey)?.[each] ?? ''))));
	expect(new Set(listed.map(({licenseKey}) => licenseKey)).size).toBe(listed.length);
	return listed.map(each => each[column] ?? null);
}

const few = laws(4, 60);

test('lists the keys of a filter in the order of a column, from a place on', () =>
	fc.assert(
		fc.asyncProperty(
			fc.record({
				...{filter, column: fc.constantFrom('licenseKey', 'licenseType', ...figures)},
				...{isDescending: fc.boolean(), skip: fc.nat(9), limit: fc.integer({min: 1, max: 20})},
			}),
			async ({filter, column, isDescending, skip, limit}) => {
				const found = keys.filter(filters[filter] as (key: Key) => boolean);
				fc.pre(found.length > skip + 1);
				const order = `--sort ${column}:${isDescending ? 'desc' : 'asc'} --skip ${skip} --limit ${limit}`;
				const shown = await expectRows(`keys list ${write(filter)} ${order}`, found, column);
				const values = found.map(key => key[column] ?? null);
				expect(shown).toEqual(sort(values, isDescending).slice(skip, skip + limit));
			},
		),
		few,
	));

test('lists the keys that expire in the days ahead, soonest first', () =>
	fc.assert(
		fc.asyncProperty(filter, fc.integer({min: 30, max: 900}), async (filter, days) => {
			const last = new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
			const found = keys.filter(key => filters[filter]?.(key) && isWithin(key.expiryDate, today, last));
			fc.pre(!filter.includes('expiryDate') && found.length > 0);
			const shown = await expectRows(`keys expiring --within ${days}d ${write(filter)}`, found, 'expiryDate');
			expect(shown).toEqual(found.map(key => key.expiryDate).sort(compare));
		}),
		few,
	));

test('counts keys by the values of columns', () =>
	fc.assert(
		fc.asyncProperty(
			filter,
			fc.uniqueArray(fc.constantFrom('licenseType', 'activated', 'overQuotaCount', 'installQuota'), {
				...{minLength: 1, maxLength: 3},
			}),
			async (filter, columns) => {
				const counts = new Map<string, number>();
				for (const key of keys.filter(filters[filter] as (key: Key) => boolean)) {
					const label = columns.map(column => key[column]).join('\t');
					counts.set(label, (counts.get(label) ?? 0) + 1);
				}
				const {rows} = readTable(await run(`keys list ${write(filter)} --count-by ${columns.join(',')}`));
				expect(new Map(rows.map(row => [row.slice(0, -1).join('\t'), Number(row.at(-1))]))).toEqual(counts);
				expect(rows).toHaveLength(counts.size);
			},
		),
		few,
	));
