import {isCalendarDay} from '../calendar.ts';
import type {Clock} from '../ports.ts';
import {createCacheFile} from './cache-file.ts';

/** Caches the oldest permitted report dates, so that checking a start date costs no call. */
export type OldestDates = {
	readonly find: (service: string, product: number) => Promise<string | undefined>;
	readonly put: (service: string, product: number, date: string) => Promise<void>;
};

type Entry = {readonly service: string; readonly product: number; readonly date: string; readonly learned: string};

/** A week, because the product's plan and with it the date may change. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

const isEntry = (item: Partial<Entry> | null): item is Entry =>
	typeof item?.service === 'string' &&
	typeof item.product === 'number' &&
	isCalendarDay(String(item.date)) &&
	!Number.isNaN(Date.parse(String(item.learned)));

export function createOldestDates({
	stateDir,
	clock,
}: {
	readonly stateDir: string | undefined;
	readonly clock: Clock;
}): OldestDates {
	const file = createCacheFile(stateDir, 'oldest-dates.json', isEntry);
	const readValid = async () => {
		const from = clock.now().getTime() - maxAgeMs;
		return (await file.read()).filter(({learned}) => Date.parse(learned) >= from);
	};
	const matchesProduct = (service: string, product: number) => (item: Entry) =>
		item.service === service && item.product === product;
	return {
		find: async (service, product) => (await readValid()).find(matchesProduct(service, product))?.date,
		put: async (service, product, date) => {
			const others = (await readValid()).filter(item => !matchesProduct(service, product)(item));
			await file.write([...others, {service, product, date, learned: clock.now().toISOString()}]);
		},
	};
}
