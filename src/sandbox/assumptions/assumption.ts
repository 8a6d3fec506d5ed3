/** One thing the specification leaves open, and what the sandbox takes it to be. */
export type Assumption = {
	readonly id: string;
	/** What the specification does not say. */
	readonly question: string;
	/** Where it does not say it, and what hints there are. */
	readonly source: string;
	readonly default: string | number;
	/** Every value of a choice, the default first; for an amount, its least. */
	readonly values: readonly string[] | {readonly least: number};
	/** What the switch does. */
	readonly does: string;
};

type Text = Pick<Assumption, 'question' | 'source' | 'does'>;

/** A choice among words; the first is the default. */
export const choice = <const Id extends string, const Values extends readonly [string, string, ...string[]]>(
	id: Id,
	values: Values,
	text: Text,
) => ({id, default: values[0] as Values[number], values, ...text});

/** A whole number. */
export const amount = <const Id extends string>(id: Id, range: {default: number; least: number}, text: Text) => ({
	id,
	default: range.default,
	values: {least: range.least},
	...text,
});
