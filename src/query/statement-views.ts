import {createSqlError} from '../archive/sql/user-sql.ts';
import {CliError} from '../errors.ts';
import {nearNames, suggestion} from '../text/near-names.ts';
import type {Statement} from './statement.ts';
import {sandboxSchema, type View, viewAliases, views} from './view-table.ts';

export type NamedViews = {
	readonly views: readonly View[];
	readonly usesSandbox: boolean;
	/** True if the statement lists views; all of them then exist, without rows. */
	readonly isListing: boolean;
	/** Other names in the statement, and the names of their views. */
	readonly aliases: readonly (readonly [alias: string, name: string])[];
};

const isInSandbox = (name: string) => name.startsWith(`${sandboxSchema}.`);
const isSystemTable = (name: string) => /^(?:duckdb|sqlite|pg)_|^(?:information_schema|pg_catalog)\./.test(name);

function createUnknownError(name: string): CliError {
	const {hint} = createSqlError('').details;
	const names = views.map(view => view.name);
	return new CliError('usage', `there is no view ${name}`, {...suggestion(nearNames(name, names), hint), code: 'sql'});
}

/** Throws CliError (usage) for a name that is not a view. */
function validateName(name: string, hasSandbox: boolean): void {
	if (!isInSandbox(name)) {
		if (!isSystemTable(name)) throw createUnknownError(name);
	} else if (!hasSandbox)
		throw new CliError('usage', `${name} exists only in the sandbox`, {hint: 'add --sandbox', code: 'sql'});
}

/** Finds the views that a statement names. Throws CliError (usage) for a name that is not a view. */
export function namedViews(
	{tables, isDescription}: Pick<Statement, 'tables' | 'isDescription'>,
	{hasSandbox}: {readonly hasSandbox: boolean},
): NamedViews {
	const viewOf = new Map(views.map(view => [view.name, view]));
	const nameOf = new Map(Object.entries(viewAliases));
	const found = tables.map(name => viewOf.get(nameOf.get(name) ?? name));
	for (const [at, name] of tables.entries()) if (!found[at]) validateName(name, hasSandbox);
	// SHOW TABLES
	const isListing = isDescription && tables.length === 0;
	return {
		views: isListing ? views : [...new Set(found)].filter(view => view !== undefined),
		usesSandbox: tables.some(isInSandbox),
		aliases: tables.flatMap(name => {
			const view = nameOf.get(name);
			return view === undefined ? [] : [[name, view] as const];
		}),
		isListing,
	};
}
