import {CliError} from '../../errors.ts';
import {enumeration} from '../../text/wording.ts';
import {type LogKind, logKinds} from '../log-kinds.ts';

/** Returns the sources of the chosen products, or all if none is chosen. Throws CliError (usage) if no source is of one of them. */
export function chooseOfProducts<Source extends {readonly product: number | undefined}>(
	sources: readonly Source[],
	products: readonly number[],
	kind: LogKind,
): readonly Source[] {
	if (products.length === 0 || sources.length === 0) return sources;
	const found = sources.filter(({product}) => product !== undefined && products.includes(product));
	if (found.length > 0) return found;
	const others = [...new Set(sources.flatMap(({product}) => product ?? []))].sort((one, other) => one - other);
	throw new CliError(
		'usage',
		`there are no ${logKinds[kind].records} of product ${enumeration(products.map(String))} (they are of product ${enumeration(others.map(String))})`,
		{hint: 'choose another product with -p, or omit it', code: 'no-product'},
	);
}

/** Throws CliError (usage) for files whose names do not tell their product, if products are chosen. */
export function chooseProducts<
	File extends {readonly path: string; readonly product: number | undefined},
	Part extends {readonly product: number},
>(
	{files, parts}: {readonly files: readonly File[]; readonly parts: readonly Part[]},
	{products = []}: {readonly products?: readonly number[]},
	kind: LogKind,
) {
	const unknown = products.length === 0 ? [] : files.filter(({product}) => product === undefined);
	const [first] = unknown;
	if (first)
		throw new CliError('usage', `${first.path}: the name of the file does not tell its product`, {
			hint: 'omit -p, or give the file the name under which the service lists it',
			code: 'no-product',
		});
	const chosen = new Set<File | Part>(chooseOfProducts([...files, ...parts], products, kind));
	return {files: files.filter(file => chosen.has(file)), parts: parts.filter(part => chosen.has(part))};
}
