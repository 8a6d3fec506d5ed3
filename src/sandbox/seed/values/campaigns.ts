import {dayNumber} from '../../../calendar.ts';

/** Automatic campaigns are due some days after the installation, manual ones on a date. */
export const campaigns: readonly {
	readonly channel: 'auto' | 'manual';
	readonly id: string;
	/** Days after the installation (auto), or a day since 1970-01-01 (manual). Delivered at the next contact. */
	readonly due: number;
	readonly perMille: number;
}[] = [
	{channel: 'auto', id: 'welcome', due: 0, perMille: 900},
	{channel: 'auto', id: 'tips-1', due: 7, perMille: 400},
	{channel: 'auto', id: 'upgrade-5', due: 30, perMille: 350},
	{channel: 'manual', id: 'spring-offer', due: dayNumber('2025-11-12'), perMille: 500},
	{channel: 'manual', id: 'survey-42', due: dayNumber('2026-05-01'), perMille: 250},
	{channel: 'manual', id: 'unsent', due: Number.POSITIVE_INFINITY, perMille: 0},
];
