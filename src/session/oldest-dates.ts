import {join} from 'node:path';
import {isCalendarDay} from '../contract/words.ts';
import {readPrivateFile, writePrivateFile} from '../files/private-file.ts';
import type {Clock} from '../ports.ts';

/** The oldest permitted report dates that were asked for earlier, so that checking a start costs no call of its own. */
export type OldestDates = {
	readonly find: (service: string, product: number) => Promise<string | undefined>;
	readonly put: (service: string, product: number, date: string) => Promise<void>;
};

type Known = {readonly service: string; readonly product: number; readonly date: string; readonly learned: string};

/** A plan may change: what was learned counts for a week. */
const validMs = 7 * 86_400_000;

const isKnown = (item: Partial<Known> | null): item is Known =>
	typeof item?.service === 'string' &&
	typeof item.product === 'number' &&
	isCalendarDay(String(item.date)) &&
	!Number.isNaN(Date.parse(String(item.learned)));

/** Nothing here is worth a failure: what cannot be read counts as not known, and is written anew. */
async function readKnown(path: string): Promise<readonly Known[]> {
	try {
		const items: unknown = JSON.parse((await readPrivateFile(path)) ?? '[]');
		return Array.isArray(items) ? items.filter(isKnown) : [];
	} catch {
		return [];
	}
}

/** Kept in the state folder, by address of the service and product. */
export function createOldestDates({stateDir, clock}: {readonly stateDir: string; readonly clock: Clock}): OldestDates {
	const path = join(stateDir, 'oldest-dates.json');
	const fresh = async () => {
		const from = clock.now().getTime() - validMs;
		return (await readKnown(path)).filter(({learned}) => Date.parse(learned) >= from);
	};
	const isOf = (service: string, product: number) => (item: Known) =>
		item.service === service && item.product === product;
	return {
		find: async (service, product) => (await fresh()).find(isOf(service, product))?.date,
		put: async (service, product, date) => {
			const others = (await fresh()).filter(item => !isOf(service, product)(item));
			const items = [...others, {service, product, date, learned: clock.now().toISOString()}];
			// Two runs at once may lose an entry: it is asked for again.
			await writePrivateFile(path, `${JSON.stringify(items)}\n`).catch(() => {});
		},
	};
}
