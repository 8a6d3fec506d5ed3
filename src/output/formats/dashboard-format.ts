import {dashboardColumns, dashboardComment} from '../../contract/key-properties.ts';
import type {Row} from '../dataset.ts';
import type {CreateRenderer} from '../renderer.ts';
import {createCsv} from './csv-format.ts';

const toCell = (cell: Row[number] | undefined) => (typeof cell === 'boolean' ? (cell ? 'Y' : 'N') : (cell ?? null));

/** The CSV that the dashboard imports (docs/service.md#help-dashboard-csv). Expects the columns of `keys list`. */
export const createDashboard: CreateRenderer = (columns, options) => {
	const places = dashboardColumns.map(name => columns.findIndex(({key}) => key === name));
	const texts = dashboardColumns.map(key => ({key, title: key, kind: 'text' as const}));
	const csv = createCsv(texts, {...options, delimiter: ',', header: false, bom: false});
	const block = (rows: readonly Row[]) =>
		rows
			.map(row => {
				const line = csv.block([places.map(place => toCell(row[place]))]);
				// A key in quotes is not taken for a comment.
				return line.startsWith(dashboardComment) ? line.replace(/^[^,\n]*/, '"$&"') : line;
			})
			.join('');
	return {head: csv.head, block, tail: csv.tail};
};
