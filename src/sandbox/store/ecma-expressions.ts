import {type Context, createContext, Script} from 'node:vm';
import {BOOLEAN, type DuckDBConnection, DuckDBScalarFunction, VARCHAR} from '@duckdb/node-api';

/** Regular expressions of ECMAScript as functions of the engine, for `--assume regex=ecma`. */

/** JavaScript's engine backtracks, so that an expression can take years; some thousand texts are matched in this time. */
const limitMs = 500;

/** The source is compiled alone first: inside of a group, `)(` would be an expression. */
const matching = new Script(`
	new RegExp(source, flags);
	expression = new RegExp(whole ? '^(?:' + source + ')$' : source, flags);
	texts.map(text => text === null ? null : expression.test(text));
`);

const describe = (error: unknown): string =>
	(error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
		? `it takes longer than ${limitMs} ms`
		: (error as Error).message;

function createFunction(name: string, whole: boolean): DuckDBScalarFunction {
	// Created at the first use, because few calls need it.
	let context: Context | undefined;
	return DuckDBScalarFunction.create({
		name,
		returnType: BOOLEAN,
		parameterTypes: [VARCHAR, VARCHAR, VARCHAR],
		mainFunction: (info, input, output) => {
			const [texts, sources, flags] = [0, 1, 2].map(column => input.getColumnVector(column).toArray());
			context ??= createContext({whole});
			Object.assign(context, {texts, source: sources?.[0], flags: flags?.[0]});
			try {
				const found = matching.runInContext(context, {timeout: limitMs}) as readonly (boolean | null)[];
				for (const [row, value] of found.entries()) output.setItem(row, value);
				output.flush();
			} catch (error) {
				info.setError(describe(error));
			}
		},
	});
}

/** Adds `ecma_matches` and `ecma_full_match` (text, expression, flags) to an opened database. */
export function registerEcmaExpressions(connection: DuckDBConnection): void {
	connection.registerScalarFunction(createFunction('ecma_matches', false));
	connection.registerScalarFunction(createFunction('ecma_full_match', true));
}
