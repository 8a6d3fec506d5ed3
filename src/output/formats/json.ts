import type {Cell, Column, Row} from '../dataset.ts';
import type {CreateRenderer} from '../renderer.ts';

/** Characters that JSON allows and a terminal obeys: written as escapes, which read back to the same text. */
const active = /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const escapeActive = (text: string) =>
	text.replace(active, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** JSON text of any value that is safe to show on a terminal. */
export const jsonText = (value: unknown): string => escapeActive(JSON.stringify(value));

/** The label `<NULL>` stands for no value. */
const getValue = ({kind}: Column, cell: Cell = null) => (kind === 'label' && cell === '<NULL>' ? null : cell);

/** Writes a row as an object, text by text: a JavaScript object would move members such as "10" to its front. */
function createObjectText(columns: readonly Column[]): (row: Row) => string {
	const names = columns.map(({key}) => JSON.stringify(key));
	return row => {
		const members = columns.map((column, at) => `${names[at]}:${JSON.stringify(getValue(column, row[at]))}`);
		return escapeActive(`{${members.join(',')}}`);
	};
}

/** One array of row objects, one row a line. */
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

/** One row object a line. */
export const createNdjson: CreateRenderer = columns => {
	const objectText = createObjectText(columns);
	return {
		head: () => '',
		block: rows => rows.map(row => `${objectText(row)}\n`).join(''),
		tail: () => '',
	};
};
