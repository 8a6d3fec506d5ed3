import {dayNumber} from '../../../calendar.ts';

/** Days are counted from 1970-01-01 and do not depend on the clock. */
export type ProductProfile = {
	/** Wider than 32 bits, like real IDs. */
	readonly productId: number;
	readonly name: string;
	/** Installations per thousand of the size of the data. */
	readonly share: number;
	readonly launch: number;
	readonly oldest: number;
	/** The first day on which the account is over its quota. */
	readonly overQuotaFrom: number;
	/** True if the product has a key registry. At most one has. */
	readonly licensed: boolean;
	/** The number of tracked events, the most used first. */
	readonly events: number;
	readonly stream: number;
};

/** On this day the number of installations is the size of the data. Before it there are fewer, after it more. */
export const sizeDay = dayNumber('2026-06-30');

export const dataStartDate = '2023-07-01';

/**
 * The first has data for every endpoint; the second is small, over quota and has a plan of one year; the third is
 * empty.
 */
export const products: readonly ProductProfile[] = [
	{
		productId: 5_000_000_101,
		name: 'Aurora Studio',
		share: 1000,
		launch: dayNumber(dataStartDate),
		oldest: dayNumber(dataStartDate),
		overQuotaFrom: Number.POSITIVE_INFINITY,
		licensed: true,
		events: 25,
		stream: 1,
	},
	{
		productId: 5_000_000_102,
		name: 'Aurora Viewer',
		share: 50,
		launch: dayNumber('2024-04-22'),
		oldest: dayNumber('2025-07-01'),
		overQuotaFrom: dayNumber('2026-06-06'),
		licensed: false,
		events: 9,
		stream: 2,
	},
	{
		productId: 5_000_000_103,
		name: 'Aurora Server',
		share: 0,
		launch: dayNumber('2026-06-01'),
		oldest: dayNumber('2025-07-01'),
		overQuotaFrom: Number.POSITIVE_INFINITY,
		licensed: false,
		events: 0,
		stream: 3,
	},
];

/** At least one, unless the share is 0. */
export const countInstallations = ({share}: ProductProfile, size: number): number =>
	share === 0 ? 0 : Math.max(1, Math.floor((size * share) / 1000));

const idsPerProduct = 1_000_000_000;
export const installationId = ({stream}: ProductProfile, number: number): number =>
	(stream - 1) * idsPerProduct + number + 1;
export const installationNumber = (id: number): number => (id - 1) % idsPerProduct;
