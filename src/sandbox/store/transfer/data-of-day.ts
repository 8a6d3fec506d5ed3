import {constants} from 'node:fs';
import {copyFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {dayNumber} from '../../../calendar.ts';
import {ensureFile, suffix} from '../cached-files.ts';
import {withFolder} from '../duckdb.ts';
import {getTable} from '../sandbox-tables.ts';
import {dated, sumSpans} from './import-data.ts';

/**
 * Imported data as they were known on a day: without the rows of later days, and without what those added to other
 * rows.
 */

export type ImportedData = {
	readonly folder: string;
	readonly name: string;
	readonly last: string;
};

/** Subtracts the sums of later rows from the lifetime sums. */
const subtract = (day: number): readonly string[] => [
	`UPDATE installation SET activeDays = greatest(0, activeDays - later.days),
		lifetimeSessionCount = greatest(0, lifetimeSessionCount - later.sessions),
		lifetimeRuntimeMinutes = greatest(0, lifetimeRuntimeMinutes - later.minutes)
		FROM (SELECT installation, count(*) AS days, sum(sessions) AS sessions, sum(runtimeMinutes) AS minutes
			FROM activity WHERE date > ${day} GROUP BY installation) AS later
		WHERE later.installation = installation.installation`,
	`UPDATE lifetime_usage SET uses = lifetime_usage.uses - later.uses
		FROM (SELECT installation, event, sum(uses)::INTEGER AS uses FROM event_usage WHERE date > ${day} GROUP BY ALL) AS later
		WHERE later.installation = lifetime_usage.installation AND later.event = lifetime_usage.event`,
	'DELETE FROM lifetime_usage WHERE uses < 1',
];

const historical = getTable('property_span')
	.columns.map(({name}) => name)
	.filter(name => name !== 'productId' && name !== 'installation')
	.filter(name => getTable('installation').columns.some(column => column.name === name));

/** Recomputes from the remaining rows what an installation's row says. */
const recompute = (day: number): readonly string[] => [
	`UPDATE installation SET ${historical.map(name => `"${name}" = held."${name}"`).join(', ')}
		FROM (SELECT * FROM property_span QUALIFY nth = max(nth) OVER (PARTITION BY installation)) AS held
		WHERE held.installation = installation.installation
			AND installation.installation IN (SELECT installation FROM later_span)`,
	`UPDATE installation SET dateLastSeen = greatest(dateInstalled, coalesce(
			(SELECT max(date) FROM activity WHERE activity.installation = installation.installation), dateInstalled))
		WHERE dateLastSeen > ${day}`,
	`UPDATE license_key SET lastEditedDate = NULL, lastEditedBy = NULL WHERE lastEditedDate // 86400 > ${day}`,
	sumSpans,
];

async function deleteLaterRows(connection: DuckDBConnection, day: number): Promise<void> {
	await connection.run(
		`CREATE TEMP TABLE later_span AS SELECT DISTINCT installation FROM property_span WHERE fromDate > ${day}`,
	);
	for (const statement of subtract(day)) await connection.run(statement);
	for (const [table, column] of Object.entries(dated))
		await connection.run(`DELETE FROM ${table} WHERE ${column} > ${day}`);
	await connection.run('DELETE FROM lifetime_usage WHERE installation NOT IN (SELECT installation FROM installation)');
	for (const statement of recompute(day)) await connection.run(statement);
	await connection.run('CHECKPOINT');
}

const isWhole = ({last}: ImportedData, day: string) => day >= last;
const getPrefix = ({name}: ImportedData) => `${name.slice(0, -suffix.length)}-`;
const getName = (data: ImportedData, day: string) =>
	isWhole(data, day) ? data.name : `${getPrefix(data)}${day}${suffix}`;

/** The file can be missing. */
export const getDayFile = (data: ImportedData, day: string): string => join(data.folder, getName(data, day));

/** Builds the file if it is missing. Throws a CliError of kind disk. */
export async function ensureDayFile(data: ImportedData, day: string): Promise<string> {
	const {folder, name} = data;
	if (isWhole(data, day)) return join(folder, name);
	return ensureFile({folder, name: getName(data, day), prefix: getPrefix(data)}, async unfinished => {
		await copyFile(join(folder, name), unfinished, constants.COPYFILE_FICLONE);
		await withFolder({file: unfinished, folder}, connection => deleteLaterRows(connection, dayNumber(day)));
	});
}
