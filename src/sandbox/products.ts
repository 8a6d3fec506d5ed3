/** A product that the sandbox has data of. */
export type Product = {
	readonly id: number;
	readonly name: string;
	/** Oldest start date that the plan permits, `YYYY-MM-DD`. */
	readonly oldestDate: string;
};
