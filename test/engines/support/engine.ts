import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {parseEngineAddress} from '../../../src/archive/cluster/engine-address.ts';
import {getSetupStatements} from '../../../src/archive/cluster/setup-statements.ts';
import type {Records} from '../../../src/archive/records/records.ts';

/** How an engine writes what others write otherwise. */
export type Dialect = {
	readonly name: (column: string) => string;
	/** `column` as text. */
	readonly text: (column: string) => string;
	/** Milliseconds since 1970 of the column `timestamp`. */
	readonly milliseconds: string;
	/** The day in UTC of the column `timestamp`. */
	readonly day: string;
	/** A moment in UTC, of a text such as `2026-09-01 00:00:00`. */
	readonly moment: (text: string) => string;
	/** The MD5 of a text, in small hex digits. */
	readonly digest: (text: string) => string;
};

export type Rows = readonly (readonly string[])[];

/** An engine that is not ours, running. */
export type OtherEngine = {
	readonly name: string;
	readonly version: string;
	readonly dialect: Dialect;
	/** Answers queries over the table in a folder, which they call TABLE; every value as text. */
	readonly ask: (table: string, queries: readonly string[]) => Promise<readonly Rows[]>;
	/** Has a table under the name `exceptions` in a place of its own, and returns where, as `--engine` takes it; absent: it cannot be asked so. */
	readonly cluster?: (table: string) => Promise<string>;
	/** For one that `--engine` does not know: the same as the lines of a table, whose name is `exceptions`. */
	readonly questions?: (table: string) => Promise<Pick<Records, 'dialect' | 'rows'>>;
	readonly close: () => Promise<void>;
};

/** Starts an engine; undefined where it is not installed. `store`: a folder below which all tables are. */
export type StartEngine = (store: string) => Promise<OtherEngine | undefined>;

/** The folder with engines, as docs/lines.md describes it. */
const home = process.env.USAGECTL_ENGINES ?? '';

/** A place in it; undefined where there is none. */
export const findInHome = (...parts: readonly string[]): string | undefined => {
	const path = join(home, ...parts);
	return home !== '' && existsSync(path) ? path : undefined;
};

/** The statements of `exceptions engine-setup`, as a client takes them from its text: without the semicolons. `location`: of the folder with the table. */
export const getStatements = (engine: string, location: string): readonly string[] => {
	const address = parseEngineAddress(engine);
	if (typeof address === 'string') throw new Error(`${engine}: ${address}`);
	return getSetupStatements(address, 'exceptions', location).split(/;\n/).slice(0, -1);
};
