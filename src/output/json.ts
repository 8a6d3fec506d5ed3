import type {Cell, Column, Row} from './dataset.ts';
import type {CreateRenderer} from './renderer.ts';

/** Characters that JSON lets through and a terminal obeys: written as escapes, which read back to the same text. */
const active = /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON text of any value that is safe to show on a terminal. */
export const jsonText = (value: unknown): string => JSON.stringify(value).replace(active, escaped);

/** What does not stand in JSON as it is: quotes, backslashes, controls, halves of pairs, and what a terminal obeys. */
const special = new RegExp(`["\\\\\\u0000-\\u001f\\ud800-\\udfff]|${active.source}`);

/** A member of every row: its name, what stands before a text, and all of it for the values that come again and again. */
function createMember({key, kind}: Column, index: number, before: string) {
	const name = `${before}${index === 0 ? '{' : ','}${jsonText(key)}:`;
	return {
		name,
		quoted: `${name}"`,
		isTrue: `${name}true`,
		isFalse: `${name}false`,
		isNull: `${name}null`,
		isLabel: kind === 'label',
	};
}
type Member = ReturnType<typeof createMember>;

/** A text that stands as it is, which most are. */
const isPlain = ({isLabel}: Member, cell: Cell | undefined) =>
	typeof cell === 'string' && !special.test(cell) && !(isLabel && cell === '<NULL>');

/** A member with its cell, of any kind. */
function memberText(member: Member, cell: Cell | undefined): string {
	if (typeof cell === 'number') return Number.isFinite(cell) ? member.name + cell : member.isNull;
	if (cell === true) return member.isTrue;
	if (cell === false) return member.isFalse;
	if (typeof cell !== 'string' || (member.isLabel && cell === '<NULL>')) return member.isNull;
	return member.name + jsonText(cell);
}

/**
 * Text by text, not through an object: objects move members such as "10" to the front. The quotes of a plain text are closed by
 * what follows: of the parts that are put together one in three less.
 */
function createObjectText(columns: readonly Column[]): (row: Row) => string {
	const members = columns.map((column, index) => createMember(column, index, ''));
	const afterText = columns.map((column, index) => createMember(column, index, '"'));
	return row => {
		let text = '';
		let isOpen = false;
		for (let index = 0; index < members.length; index++) {
			const member = (isOpen ? afterText : members)[index] as Member;
			const cell = row[index];
			isOpen = isPlain(member, cell);
			if (isOpen) {
				text += member.quoted;
				text += cell;
			} else text += memberText(member, cell);
		}
		return isOpen ? `${text}"}` : `${text || '{'}}`;
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
		block: rows => {
			let text = '';
			for (const row of rows) text += `${objectText(row)}\n`;
			return text;
		},
		tail: () => '',
	};
};
