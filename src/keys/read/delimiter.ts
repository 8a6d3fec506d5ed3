import {parse} from 'csv-parse/sync';

/** What can separate cells, in the order of preference. */
export const delimiters = [',', ';', '\t', '|'] as const;

/**
 * The delimiter of a header row: the one that separates off a cell for which `isKey` is true; else the one that makes the
 * most cells; a comma when none does.
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
