export type ZipLimits = {
	readonly bytes: number;
	readonly entries: number;
	/**
	 * Largest ratio of unpacked to packed bytes of an entry. DEFLATE reaches 1032; a log of one repeated crash about
	 * 200.
	 */
	readonly ratio: number;
	readonly minRatioBytes: number;
};

export const defaultMaxRatio = 500;

const mebibyte = 2 ** 20;
/** Smaller content may have any ratio. */
export const minRatioBytes = mebibyte;
/** More than the listed size is allowed: a KB may be 1000 or 1024 bytes, and an open file may have grown. */
const sizeTolerance = {final: {factor: 1.25, least: mebibyte}, open: {factor: 4, least: 64 * mebibyte}} as const;

type LimitOptions = {
	readonly open?: boolean;
	readonly maxBytes?: number | undefined;
	readonly maxRatio?: number | undefined;
};

/** Returns the limits for an archive with `listedKB` of unpacked content (docs/service.md#list-files). */
export function getZipLimits(
	listedKB: number,
	{open = false, maxBytes, maxRatio = defaultMaxRatio}: LimitOptions = {},
): ZipLimits {
	const {factor, least} = open ? sizeTolerance.open : sizeTolerance.final;
	return {
		bytes: maxBytes ?? Math.max(Math.ceil(listedKB * 1024 * factor), least),
		entries: 1000,
		ratio: maxRatio,
		minRatioBytes,
	};
}
