import {isObject} from '../../../contract/json-values.ts';

/** A source of the lines of a part: a zip, or some days of it. */
export type PartSource = {
	readonly name: string;
	readonly sha256: string;
	/** Only lines of these days; null: all. */
	readonly days: readonly string[] | null;
};

/** Changes when lines are read in another way: parts of another version are made again. */
const readerVersion = 2;

const tagName = 'usagectl';
const pickSourceFields = ({name, sha256, days}: PartSource): PartSource => ({name, sha256, days});

/** A text that tells a source from every other one. */
export const getSourceKey = (source: PartSource): string => JSON.stringify(pickSourceFields(source));

/** The sources of a part as a tag of it. */
export const getSourcesTag = (sources: readonly PartSource[]): Readonly<Record<string, string>> => ({
	[tagName]: JSON.stringify({version: readerVersion, sources: sources.map(pickSourceFields)}),
});

function isSource(value: unknown): value is PartSource {
	if (!isObject(value)) return false;
	const {name, sha256, days} = value;
	return typeof name === 'string' && typeof sha256 === 'string' && (days === null || Array.isArray(days));
}

/** Reads the tag of a part; undefined when it has none. Sources of another version are unlike all others. */
export function parseSourcesTag(tags: Readonly<Record<string, unknown>>): readonly PartSource[] | undefined {
	try {
		const {version, sources} = JSON.parse(String(tags[tagName]));
		if (!Array.isArray(sources) || !sources.every(isSource)) return undefined;
		return version === readerVersion ? sources : sources.map(source => ({...source, sha256: ''}));
	} catch {
		return undefined;
	}
}
