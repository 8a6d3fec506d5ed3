import type {Context} from '../definition/command.ts';

type Messages = Pick<Context, 'note' | 'warn' | 'caveat' | 'incomplete'>;
type Held = {readonly kind: Exclude<keyof Messages, 'warn'>; readonly product: number; readonly text: string};

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
		else await messages[note.kind](nameProduct(note));
	};
	const isShared = ({kind, text}: Held) =>
		new Set(held.filter(note => note.kind === kind && note.text === text).map(note => note.product)).size ===
		products.length;
	return {
		of: (product: number): Messages => ({
			note: text => writeOrHold({kind: 'note', product, text}),
			caveat: text => writeOrHold({kind: 'caveat', product, text}),
			incomplete: text => writeOrHold({kind: 'incomplete', product, text}),
			warn: text => messages.warn(nameProduct({product, text})),
		}),
		/** Writes the collected notes; later ones are written at once. */
		flush: async (): Promise<void> => {
			isHolding = false;
			const [first] = products;
			for (const note of held.filter(each => each.product === first && isShared(each)))
				await messages[note.kind](note.text);
			for (const note of held.filter(each => !isShared(each))) await messages[note.kind](nameProduct(note));
		},
	};
}
