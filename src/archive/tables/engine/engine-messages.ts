import type {FailureDetails, FailureKind} from '../../../errors.ts';
import type {Engine} from './engine.ts';

/** A request to the process of an engine: `open` first, with its options, then methods of the engine, one after the other. */
export type Request = {readonly name: 'open' | keyof Engine; readonly args: readonly unknown[]};

/** Its answers, in the order of the requests. An error of DuckDB has no kind. */
export type Answer =
	| {readonly result: unknown}
	| {readonly message: string}
	| {readonly kind: FailureKind; readonly message: string; readonly details: FailureDetails};
