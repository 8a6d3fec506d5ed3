import {isText} from '../../contract/json-values.ts';
import {tryParseJson} from '../../text/try-parse-json.ts';
import {getSourcesTag, type PartSource, parseSourcesTag} from './part-sources.ts';

/**
 * The log of a table in the format of Delta Lake (protocol 1/2,
 * https://github.com/delta-io/delta/blob/master/PROTOCOL.md), so that engines can read it without this program. Each
 * version is a file of actions; a part is in the table from the version that adds it until one that removes it.
 */

export type TablePart = {
	/** Relative to the table's folder, and unique. */
	readonly path: string;
	readonly product: number;
	readonly month: string;
	readonly bytes: number;
	/** Milliseconds since 1970. */
	readonly writtenAt: number;
	/** The protocol's statistics as JSON, with the smallest and largest value of each column. */
	readonly stats: string;
	readonly sources: readonly PartSource[];
};

export type TableMetaData = {
	readonly id: string;
	readonly createdTime: number;
	readonly schemaString: string;
};

export type TableSnapshot = {
	readonly version: number;
	readonly metaData: TableMetaData;
	readonly parts: readonly TablePart[];
	/** Removal times in milliseconds since 1970 by path; the files are kept for a while. */
	readonly removed: ReadonlyMap<string, number>;
};

export type TableChange = {
	readonly metaData?: TableMetaData | undefined;
	readonly add: readonly TablePart[];
	readonly remove: readonly TablePart[];
	/** True if records are only rearranged, so that readers of changes can skip the version. */
	readonly isMerge?: boolean;
	/** Milliseconds since 1970. */
	readonly at: number;
};

type LogAction = Readonly<Record<string, unknown>>;

/** Reports a log that is truncated or was written by another program. */
export class DeltaLogError extends Error {
	override readonly name = 'LogFault';
}

const partPath = /^product=(\d{1,20})\/month=(\d{4}-\d\d)\/part-[\da-f-]{36}\.parquet$/;
export const isPartPath = (path: string): boolean => partPath.test(path);
export const createPartPath = (product: number, month: string): string =>
	`product=${product}/month=${month}/part-${crypto.randomUUID()}.parquet`;

const protocol = {minReaderVersion: 1, minWriterVersion: 2};
/** Removed parts are kept this long for readers that have started; engines that clean up tables respect it too. */
export const removalDelayHours = 24;

const toMetaData = ({id, createdTime, schemaString}: TableMetaData): LogAction => ({
	id,
	format: {provider: 'parquet', options: {}},
	schemaString,
	partitionColumns: ['product', 'month'],
	configuration: {'delta.deletedFileRetentionDuration': `interval ${removalDelayHours} hours`},
	createdTime,
});
const toAdd = (part: TablePart, dataChange: boolean): LogAction => ({
	path: part.path,
	partitionValues: {product: String(part.product), month: part.month},
	size: part.bytes,
	modificationTime: part.writtenAt,
	dataChange,
	stats: part.stats,
	tags: getSourcesTag(part.sources),
});

const formatActions = (actions: readonly LogAction[]) => actions.map(action => `${JSON.stringify(action)}\n`).join('');

export function formatChange({metaData, add, remove, isMerge = false, at}: TableChange): string {
	const operation = isMerge ? 'OPTIMIZE' : 'WRITE';
	return formatActions([
		{commitInfo: {timestamp: at, operation, operationParameters: {}, engineInfo: 'usagectl'}},
		...(metaData ? [{protocol}, {metaData: toMetaData(metaData)}] : []),
		...remove.map(({path}) => ({remove: {path, deletionTimestamp: at, dataChange: !isMerge}})),
		...add.map(part => ({add: toAdd(part, !isMerge)})),
	]);
}

export const formatSnapshot = ({metaData, parts, removed}: TableSnapshot): string =>
	formatActions([
		{protocol},
		{metaData: toMetaData(metaData)},
		...parts.map(part => ({add: toAdd(part, false)})),
		...[...removed].map(([path, at]) => ({remove: {path, deletionTimestamp: at, dataChange: false}})),
	]);

const isAction = (value: unknown): value is LogAction => typeof value === 'object' && value !== null;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function toPart({path, size, modificationTime, stats, tags, deletionVector}: LogAction): TablePart {
	const [, product, month] = partPath.exec(String(path)) ?? [];
	const sources = isAction(tags) ? parseSourcesTag(tags) : undefined;
	if (!isText(path) || !product || !month || !sources || !isCount(size) || deletionVector != null)
		throw new DeltaLogError('another program added parts to it');
	const writtenAt = isCount(modificationTime) ? modificationTime : 0;
	return {path, product: Number(product), month, bytes: size, writtenAt, stats: isText(stats) ? stats : '{}', sources};
}

function isSchema(text: string): boolean {
	const schema = tryParseJson(text);
	return isAction(schema) && Array.isArray(schema.fields) && schema.fields.every(isAction);
}

function toTableData({id, createdTime, schemaString}: LogAction): TableMetaData {
	if (!isText(id) || !isText(schemaString) || !isSchema(schemaString))
		throw new DeltaLogError('its log does not describe the columns');
	return {id, createdTime: isCount(createdTime) ? createdTime : 0, schemaString};
}

function validateProtocol({minReaderVersion}: LogAction): void {
	if (minReaderVersion !== protocol.minReaderVersion) throw new DeltaLogError('another program has changed its format');
}

function parseAction(line: string): LogAction {
	const action = tryParseJson(line);
	if (isAction(action)) return action;
	throw new DeltaLogError('a file of its log is truncated or not JSON');
}

type State = {
	metaData: TableMetaData | undefined;
	readonly parts: Map<string, TablePart>;
	readonly removed: Map<string, number>;
};

/** Other actions have no effect on readers. */
const actionEffects: Readonly<Record<string, (state: State, action: LogAction) => void>> = {
	protocol: (_, action) => validateProtocol(action),
	metaData: (state, action) => {
		state.metaData = toTableData(action);
	},
	add: ({parts, removed}, action) => {
		const part = toPart(action);
		parts.set(part.path, part);
		removed.delete(part.path);
	},
	remove: ({parts, removed}, {path, deletionTimestamp}) => {
		parts.delete(String(path));
		removed.set(String(path), isCount(deletionTimestamp) ? deletionTimestamp : 0);
	},
};

/** Applies the actions of a version or checkpoint to a snapshot. Throws DeltaLogError. */
export function applyActions(
	before: TableSnapshot | undefined,
	version: number,
	lines: readonly string[],
): TableSnapshot {
	const parts = new Map(before?.parts.map(part => [part.path, part]));
	const state: State = {metaData: before?.metaData, parts, removed: new Map(before?.removed)};
	for (const line of lines.filter(each => each !== ''))
		for (const [name, action] of Object.entries(parseAction(line)))
			if (isAction(action)) actionEffects[name]?.(state, action);
	if (!state.metaData) throw new DeltaLogError('the beginning of its log is missing');
	return {version, metaData: state.metaData, parts: [...parts.values()], removed: state.removed};
}
