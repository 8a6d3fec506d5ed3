import {type Column, dataCell, type Row} from '../dataset.ts';
import {printableJson} from '../printable.ts';
import type {CreateRenderer} from '../renderer.ts';

/** Returns JSON that is safe to show on a terminal. */
export const jsonText = (value: unknown): string => printableJson(JSON.stringify(value));

/** Writes a row as an object, text by text: a JavaScript object would move members such as "10" to its front. */
function createObjectText(columns: readonly Column[]): (row: Row) => string {
	const names = columns.map(({key}) => JSON.stringify(key));
	return row => {
		const members = columns.map((column, at) => `${names[at]}:${JSON.stringify(dataCell(column, row[at]))}`);
		return printableJson(`{${members.join(',')}}`);
	};
}

export const createJson: CreateRenderer = columns => {
	const objectText = createObjectText(columns);
	let separator = '\n';
	return {
		head: () => '[',
		block: rows => {
			if (rows.length === 0) return '';
			const text = separator + rows.map(objectText).join(',\n');
			separator = ',\n';
			return text;
		},
		tail: () => (separator === '\n' ? ']\n' : '\n]\n'),
	};
};

export const createNdjson: CreateRenderer = columns => {
	const objectText = createObjectText(columns);
	return {
		head: () => '',
		block: rows => rows.map(row => `${objectText(row)}\n`).join(''),
		tail: () => '',
	};
};
