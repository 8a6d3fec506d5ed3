import type {Sink} from '../../ports.ts';

export type PagerParts = {
	readonly sink: Sink;
	/** Shows a text in the user's pager. Returns false if no pager is set or it cannot be started: nothing is shown then. */
	readonly page: ((text: string) => Promise<boolean>) | undefined;
};

/** Gives a terminal its table as a whole, because the length decides whether a pager shows it. */
export async function withPager<T>({sink, page}: PagerParts, write: (sink: Sink) => Promise<T>): Promise<T> {
	const height = sink.isTTY && page ? sink.rows?.() : undefined;
	if (!page || !height) return write(sink);
	const parts: string[] = [];
	const gather: Sink['write'] = async chunk => {
		parts.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
	};
	const result = await write({...sink, write: gather}).catch(async error => {
		await sink.write(parts.join(''));
		throw error;
	});
	const text = parts.join('');
	const isLong = text.split('\n').length > height;
	if (text !== '' && !(isLong && (await page(text)))) await sink.write(text);
	return result;
}
