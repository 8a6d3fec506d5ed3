/** Products of the sandbox's account. */
export type ProductProfile = {
	/** Wider than 32 bits, as real ones are. */
	readonly productId: number;
	readonly name: string;
	/** Installations per thousand of the size of the data. */
	readonly share: number;
	/** Days of history. */
	readonly age: number;
	/** Days back that the plan permits. */
	readonly reach: number;
	readonly overQuota: boolean;
	/** Has a key registry; one product at most. */
	readonly licensed: boolean;
	/** Number of events it tracks, the most used first. */
	readonly events: number;
	/** Stream of its random numbers. */
	readonly stream: number;
};

const threeYears = 1096;

/** The first has data for every endpoint; the second is small, over quota and has a plan of one year; the third is empty. */
export const products: readonly ProductProfile[] = [
	{
		productId: 5_000_000_101,
		name: 'Aurora Studio',
		share: 1000,
		age: threeYears,
		reach: threeYears,
		overQuota: false,
		licensed: true,
		events: 25,
		stream: 1,
	},
	{
		productId: 5_000_000_102,
		name: 'Aurora Viewer',
		share: 50,
		age: 800,
		reach: 365,
		overQuota: true,
		licensed: false,
		events: 9,
		stream: 2,
	},
	{
		productId: 5_000_000_103,
		name: 'Aurora Server',
		share: 0,
		age: 30,
		reach: 365,
		overQuota: false,
		licensed: false,
		events: 0,
		stream: 3,
	},
];

/** Number of installations of a product in data of a size; at least one unless the share is 0. */
export const countInstallations = ({share}: ProductProfile, size: number): number =>
	share === 0 ? 0 : Math.max(1, Math.floor((size * share) / 1000));
