import {isObject} from '../../../contract/json-values.ts';

/** A source of the lines of a part: a zip, or some days of it. */
export type Source = {
	readonly name: string;
	readonly sha256: string;
	/** Only lines of these days; null: all. */
	readonly days: readonly string[] | null;
};

/** Changes when lines are read in another way: parts of another version are made again. */
const readingVersion = 2;

const tag = 'usagectl';
const describe = ({name, sha256, days}: Source): Source => ({name, sha256, days});

/** A text that tells a source from every other one. */
export const getIdentity = (source: Source): string => JSON.stringify(describe(source));

/** The sources of a part as a tag of it. */
export const getSourcesTag = (sources: readonly Source[]): Readonly<Record<string, string>> => ({
	[tag]: JSON.stringify({version: readingVersion, sources: sources.map(describe)}),
});

function isSource(value: unknown): value is Source {
	if (!isObject(value)) return false;
	const {name, sha256, days} = value;
	return typeof name === 'string' && typeof sha256 === 'string' && (days === null || Array.isArray(days));
}

/** Reads the tag of a part; undefined when it has none. Sources of another version are unlike all others. */
export function parseSourcesTag(tags: Readonly<Record<string, unknown>>): readonly Source[] | undefined {
	try {
		const {version, sources} = JSON.parse(String(tags[tag]));
		if (!Array.isArray(sources) || !sources.every(isSource)) return undefined;
		return version === readingVersion ? sources : sources.map(source => ({...source, sha256: ''}));
	} catch {
		return undefined;
	}
}
