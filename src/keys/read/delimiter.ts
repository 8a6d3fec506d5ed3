import {parse} from 'csv-parse/sync';

/** The possible delimiters, in order of preference. */
export const delimiters = [',', ';', '\t', '|'] as const;

/**
 * Detects the delimiter of a header: the one that yields a cell for which `isKey` is true, else the one that yields the most
 * cells, else a comma.
 */
export function findDelimiter(header: string, isKey: (name: string) => boolean): string {
	const readings = delimiters.map(delimiter => {
		const [cells = []] = parse(header, {delimiter, relax_quotes: true, skip_records_with_error: true});
		return {delimiter, cells};
	});
	const named = readings.find(({cells}) => cells.length > 1 && cells.some(isKey));
	const most = readings.reduce((best, next) => (next.cells.length > best.cells.length ? next : best));
	return (named ?? most).delimiter;
}
