/** Limits for one archive. An archive that exceeds one is refused before more is written. */
export type Limits = {
	/** Unpacked bytes of all entries together. */
	readonly bytes: number;
	readonly entries: number;
	/** Largest ratio of unpacked to packed bytes of an entry that is unpacked. DEFLATE reaches 1032; a log of one repeated crash about 200. */
	readonly ratio: number;
	/** Entries of up to this many bytes may have any ratio. */
	readonly ratioFrom: number;
};

const mebibyte = 2 ** 20;
/** More than listed is allowed: a KB may be 1000 or 1024 bytes, and an open file may have grown. */
const tolerance = {final: {factor: 1.25, least: mebibyte}, open: {factor: 4, least: 64 * mebibyte}} as const;

type LimitOptions = {
	readonly open?: boolean;
	/** Replaces the limit that follows from the listing. */
	readonly maxBytes?: number | undefined;
	readonly maxRatio?: number | undefined;
};

/** Returns the limits for an archive that is listed with `listedKB` of unpacked lines (docs/service.md#list-files). */
export function getLimits(listedKB: number, {open = false, maxBytes, maxRatio = 500}: LimitOptions = {}): Limits {
	const {factor, least} = open ? tolerance.open : tolerance.final;
	return {
		bytes: maxBytes ?? Math.max(Math.ceil(listedKB * 1024 * factor), least),
		entries: 1000,
		ratio: maxRatio,
		ratioFrom: mebibyte,
	};
}
