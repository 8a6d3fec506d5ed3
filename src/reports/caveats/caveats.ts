import type {ReportPorts} from '../report-ports.ts';

/** The caveats of one report: each is written to stderr when it is found, and all are kept for the page of `--html`. */
export type Caveats = {
	readonly all: readonly string[];
	readonly add: (texts: readonly string[]) => Promise<void>;
	/** Adds caveats about rows, prefixed with the product if there are several, and with `part` (the baseline of a comparison). */
	readonly addForRows: (
		texts: readonly string[],
		options?: {readonly part?: string | undefined; readonly isCut?: boolean},
	) => Promise<void>;
	/** True if rows may be missing because of a limit. */
	readonly isCut: () => boolean;
};

export function createCaveats({globals, product, caveat}: ReportPorts): Caveats {
	const all: string[] = [];
	let someAreCut = false;
	// The messages of several products name their product by themselves.
	const addOf = async (texts: readonly string[], prefix: string) => {
		all.push(...texts.map(text => prefix + text));
		for (const text of texts) await caveat(text);
	};
	return {
		all,
		add: texts => addOf(texts, ''),
		isCut: () => someAreCut,
		addForRows: async (texts, {part, isCut = false} = {}) => {
			someAreCut ||= isCut;
			const prefix = globals.products.length > 1 ? `product ${await product()}: ` : '';
			await addOf(part ? texts.map(text => `${part}: ${text}`) : texts, prefix);
		},
	};
}
