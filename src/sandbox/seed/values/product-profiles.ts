import {dayNumber} from '../../../calendar.ts';

/** Products of the sandbox's account. Days count from 1970-01-01; they are the same whatever day the data is known until. */
export type ProductProfile = {
	/** Wider than 32 bits, as real ones are. */
	readonly productId: number;
	readonly name: string;
	/** Installations per thousand of the size of the world. */
	readonly share: number;
	/** The first day of its history. */
	readonly launch: number;
	/** Oldest start date that the plan permits. */
	readonly oldest: number;
	/** The day from which on the account is over its quota. */
	readonly overQuotaFrom: number;
	/** Has a key registry; one product at most. */
	readonly licensed: boolean;
	/** Number of events it tracks, the most used first. */
	readonly events: number;
	/** Stream of its random numbers. */
	readonly stream: number;
};

/** On this day a world has as many installations as its size says; it has fewer before and more after. */
export const sizeDay = dayNumber('2026-06-30');

/** Nothing happens before this day. */
export const dataStartDate = '2023-07-01';

/** The first has data for every endpoint; the second is small, over quota and has a plan of one year; the third is empty. */
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

/** Number of installations of a product on the day of the size; at least one unless the share is 0. */
export const countInstallations = ({share}: ProductProfile, size: number): number =>
	share === 0 ? 0 : Math.max(1, Math.floor((size * share) / 1000));

/** Identifies an installation, by its number from 0 within the product. */
const idsPerProduct = 1_000_000_000;
export const installationId = ({stream}: ProductProfile, number: number): number =>
	(stream - 1) * idsPerProduct + number + 1;
export const installationNumber = (id: number): number => (id - 1) % idsPerProduct;
