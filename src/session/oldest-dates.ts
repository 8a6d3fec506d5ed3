import {isCalendarDay} from '../calendar.ts';
import type {Clock} from '../ports.ts';
import {createNameCache} from './name-cache.ts';

/** A week, because the product's plan and with it the date may change. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

const heading = 'oldest date';

type OldestDatesOptions = {readonly stateDir: string | undefined; readonly clock: Clock};

/** Caches the oldest permitted report dates, so that checking a start date costs no call. */
export function createOldestDates({stateDir, clock}: OldestDatesOptions) {
	const names = createNameCache({stateDir});
	return {
		find: async (service: string, product: number): Promise<string | undefined> => {
			const [date = '', learned = ''] = await names.find(service, product, heading);
			const isCurrent = Date.parse(learned) >= clock.now().getTime() - maxAgeMs;
			return isCurrent && isCalendarDay(date) ? date : undefined;
		},
		put: (service: string, product: number, date: string): Promise<void> =>
			names.put(service, product, {heading, values: [date, clock.now().toISOString()]}),
	};
}
