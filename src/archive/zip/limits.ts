/** Ceilings for one archive; whatever exceeds one is refused before a byte more is written. */
export type Limits = {
	/** Unpacked bytes of all entries together. */
	readonly bytes: number;
	readonly entries: number;
	/** Unpacked to packed; DEFLATE itself ends at 1032, a crash repeated all day comes to about 200. */
	readonly ratio: number;
	/** Entries up to this many bytes may have any ratio. */
	readonly ratioFrom: number;
};

const mebibyte = 2 ** 20;
/** A quarter more than listed, since nobody says what a KB is; an open file may have grown since it was listed. */
const slack = {final: {factor: 1.25, least: mebibyte}, open: {factor: 4, least: 64 * mebibyte}} as const;

/** The limits for an archive that the service lists with `listedKB` of unpacked lines (wire-facts 1.13); `maxBytes` of the user replaces what follows from it. */
export function getLimits(
	listedKB: number,
	{open = false, maxBytes}: {readonly open?: boolean; readonly maxBytes?: number | undefined} = {},
): Limits {
	const {factor, least} = open ? slack.open : slack.final;
	return {
		bytes: maxBytes ?? Math.max(Math.ceil(listedKB * 1024 * factor), least),
		entries: 1000,
		ratio: 500,
		ratioFrom: mebibyte,
	};
}
