import {counted} from '../../text/wording.ts';

const mostNamed = 6;

export type HiddenColumns = {
	readonly hidden: readonly string[];
	readonly shrunk: readonly string[];
	/** The number of columns that are hidden by default. */
	readonly leftOut: number;
};

/** Returns undefined if nothing is missing. */
export function describeHiddenColumns({hidden, shrunk, leftOut}: HiddenColumns): string | undefined {
	const named = hidden.length > mostNamed + 1 ? hidden.slice(0, mostNamed) : hidden;
	const others = leftOut + hidden.length - named.length;
	const columns = counted(others, named.length > 0 ? 'more column' : 'column');
	const missing = [named.join(', '), others > 0 ? columns : ''].filter(Boolean).join(' and ');
	const parts = [
		...(missing === '' ? [] : [`not shown: ${missing}`]),
		...(shrunk.length > 0 ? [`truncated: ${shrunk.join(', ')}`] : []),
	];
	const how = missing === '' ? '-o csv shows the full text' : 'choose columns with --fields; -o csv shows all';
	return parts.length > 0 ? `${parts.join('; ')} (${how})` : undefined;
}
