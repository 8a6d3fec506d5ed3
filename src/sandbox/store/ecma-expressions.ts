import {AsyncLocalStorage} from 'node:async_hooks';
import {type Context, createContext, Script} from 'node:vm';
import {BOOLEAN, type DuckDBConnection, DuckDBScalarFunction, INTEGER, VARCHAR} from '@duckdb/node-api';

/** JavaScript regular expressions as a function of DuckDB, for `--assume regex=ecma`. */

/** The time limit of a request for all its expressions: JavaScript backtracks, so that one can take years. */
const limitMs = 500;

/** The remaining milliseconds of each request that is being answered, by its number. */
const left = new Map<number, number>();
const requests = new AsyncLocalStorage<number>();
let latest = 0;

export async function withExpressionLimit<T>(answer: () => Promise<T>): Promise<T> {
	const request = ++latest;
	left.set(request, limitMs);
	try {
		return await requests.run(request, answer);
	} finally {
		left.delete(request);
	}
}

/** Returns SQL for the number of the current request, the last argument of the function. */
export const requestSql = (): string => String(requests.getStore() ?? 0);

const matching = new Script(`
	expression = new RegExp(source);
	texts.map(text => text === null ? null : expression.test(text));
`);

const tooLong = `it takes longer than ${limitMs} ms`;
const describe = (error: unknown): string =>
	(error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? tooLong : (error as Error).message;

function createFunction(): DuckDBScalarFunction {
	// Created on first use, because few requests need it.
	let context: Context | undefined;
	return DuckDBScalarFunction.create({
		name: 'ecma_matches',
		returnType: BOOLEAN,
		parameterTypes: [VARCHAR, VARCHAR, INTEGER],
		mainFunction: (info, input, output) => {
			const [texts, sources, numbers] = [0, 1, 2].map(column => input.getColumnVector(column).toArray());
			const request = Number(numbers?.[0]);
			const allowed = left.get(request) ?? limitMs;
			if (allowed <= 0) return info.setError(tooLong);
			context ??= createContext({});
			Object.assign(context, {texts, source: sources?.[0]});
			const begun = performance.now();
			try {
				const results = matching.runInContext(context, {timeout: Math.ceil(allowed)}) as readonly (boolean | null)[];
				for (const [row, value] of results.entries()) output.setItem(row, value);
				output.flush();
			} catch (error) {
				info.setError(describe(error));
			} finally {
				if (left.has(request)) left.set(request, allowed - (performance.now() - begun));
			}
		},
	});
}

export function registerEcmaExpressions(connection: DuckDBConnection): void {
	connection.registerScalarFunction(createFunction());
}
