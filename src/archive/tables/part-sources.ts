import {isObject} from '../../contract/json-values.ts';
import {tryParseJson} from '../../text/try-parse-json.ts';
import {readerVersion} from '../crashes/fingerprint.ts';

/** A zip file, or some days of it, whose records a part contains. */
export type PartSource = {
	readonly name: string;
	readonly sha256: string;
	/** Limits the records to these days; null: all. */
	readonly days: readonly string[] | null;
	/** Rows of the file that could not be read; absent: none. */
	readonly rejected?: number;
};

const tagName = 'usagectl';
const pickSourceFields = ({name, sha256, days, rejected}: PartSource): PartSource => ({
	name,
	sha256,
	days,
	...(rejected ? {rejected} : {}),
});

export const getSourceKey = ({name, sha256, days}: PartSource): string => JSON.stringify({name, sha256, days});

export const getSourcesTag = (sources: readonly PartSource[]): Readonly<Record<string, string>> => ({
	[tagName]: JSON.stringify({version: readerVersion, sources: sources.map(pickSourceFields)}),
});

function isSource(value: unknown): value is PartSource {
	if (!isObject(value)) return false;
	const {name, sha256, days, rejected = 0} = value;
	return (
		Number.isSafeInteger(rejected) &&
		typeof name === 'string' &&
		typeof sha256 === 'string' &&
		(days === null || Array.isArray(days))
	);
}

/** Returns undefined without a valid tag. Sources of another reader version match no current source. */
export function parseSourcesTag(tags: Readonly<Record<string, unknown>>): readonly PartSource[] | undefined {
	const tag = tryParseJson(String(tags[tagName]));
	if (!isObject(tag) || !Array.isArray(tag.sources) || !tag.sources.every(isSource)) return undefined;
	return tag.version === readerVersion ? tag.sources : tag.sources.map(source => ({...source, sha256: ''}));
}

/** Tests if another version of the reader wrote a part. */
export const isOutdated = ({sources}: {readonly sources: readonly PartSource[]}): boolean =>
	sources.some(({sha256}) => sha256 === '');
