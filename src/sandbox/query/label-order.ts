/** Compares by code point, as DuckDB does (docs/service.md#label-order). */
export const compareLabels = (left: string, right: string): number =>
	Buffer.compare(Buffer.from(left), Buffer.from(right));
