import type {Context} from '../definition/command.ts';

type Messages = Pick<Context, 'note' | 'warn' | 'caveat' | 'incomplete' | 'footnote'>;
type Held = {
	readonly product: number;
	readonly text: string;
	/** The function that tells it, and what the text is about. */
	readonly by: Exclude<keyof Messages, 'warn'>;
	readonly tell: (text: string) => Promise<void>;
};

/**
 * Holds back the notes of several products until all have run: one that all of them have is written once, any other names its
 * product. A warning is written at once, because `--strict` makes it an error.
 */
export function createProductNotes(messages: Messages, products: readonly number[]) {
	const held: Held[] = [];
	let isHolding = true;
	const nameProduct = ({product, text}: Pick<Held, 'product' | 'text'>) => `product ${product}: ${text}`;
	const writeOrHold = async (note: Held) => {
		if (isHolding) held.push(note);
		else await note.tell(nameProduct(note));
	};
	const isShared = ({by, text}: Held) =>
		new Set(held.filter(note => note.by === by && note.text === text).map(note => note.product)).size ===
		products.length;
	return {
		of: (product: number): Messages => ({
			note: text => writeOrHold({product, text, by: 'note', tell: messages.note}),
			footnote: (text, kind) =>
				writeOrHold({product, text, by: 'footnote', tell: each => messages.footnote(each, kind)}),
			caveat: (text, kind) => writeOrHold({product, text, by: 'caveat', tell: each => messages.caveat(each, kind)}),
			incomplete: text => writeOrHold({product, text, by: 'incomplete', tell: messages.incomplete}),
			warn: text => messages.warn(nameProduct({product, text})),
		}),
		/** Writes the collected notes; later ones are written at once. */
		flush: async (): Promise<void> => {
			isHolding = false;
			const [first] = products;
			for (const note of held.filter(each => each.product === first && isShared(each))) await note.tell(note.text);
			for (const note of held.filter(each => !isShared(each))) await note.tell(nameProduct(note));
		},
	};
}
