const round = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;

export const average = (sum: number, count: number): number | null => (count === 0 ? null : round(sum / count, 2));

export const percent = (part: number, whole: number, decimals: number): number | null =>
	whole === 0 ? null : round((100 * part) / whole, decimals);
