import type {Cell} from '../../output/dataset.ts';
import type {Records} from '../records/records.ts';
import {getFrames, getMethodName, toBuild} from './fingerprint.ts';
import {type CrashVariant, groupVariants} from './group-variants.ts';

/** Rarer variants form groups of their own. */
const maxVariants = 20_000;

export type CrashGroups = {
	/** The fingerprint of the group, for each variant with a different one. */
	readonly heads: ReadonlyMap<string, string>;
	/** Class, method and message of one crash report per fingerprint. */
	readonly samples: ReadonlyMap<string, readonly Cell[]>;
};

const noCrashGroups: CrashGroups = {heads: new Map(), samples: new Map()};

/**
 * Groups all crash reports, whatever the filter, so that a crash has the same fingerprint in every result. Events have
 * no groups.
 */
export async function readCrashGroups({kind, dialect, rows, samples}: Records): Promise<CrashGroups> {
	if (kind !== 'exceptions') return noCrashGroups;
	const found = await rows(
		`SELECT fingerprint, class, method, message, stack, version, build, lines, ${dialect.dayText('first_day')} FROM ${samples} AS sample
		ORDER BY lines DESC, fingerprint LIMIT ${maxVariants}`,
		[...(['text', 'text', 'text', 'text', 'text', 'text', 'text'] as const), 'count', 'day'],
	);
	const variants = found.map(
		([fingerprint, kind, method, , stack, version, build, count, firstDay]): CrashVariant => ({
			fingerprint: String(fingerprint),
			key: `${String(kind)}\n${getMethodName(String(method))}`,
			frames: getFrames(String(stack), toBuild(String(version), String(build))),
			reports: Number(count),
			firstDay: String(firstDay),
		}),
	);
	const rest =
		found.length < maxVariants
			? []
			: await rows(`SELECT fingerprint, class, method, message FROM ${samples} AS sample`, [
					'text',
					'text',
					'text',
					'text',
				]);
	return {
		heads: new Map([...groupVariants(variants)].filter(([fingerprint, head]) => fingerprint !== head)),
		samples: new Map([...rest, ...found].map(([fingerprint, ...cells]) => [String(fingerprint), cells.slice(0, 3)])),
	};
}

/** SQL for the fingerprint of the group of a record `line`, after `joinGroups`. */
export const groupOfLine = 'coalesce(grouped.head, line.fingerprint)';

export const joinGroups = ({values}: Records['dialect'], {heads}: CrashGroups): string =>
	`LEFT JOIN ${values(['fingerprint', 'head'], [...heads])} AS grouped ON line.fingerprint = grouped.fingerprint`;
