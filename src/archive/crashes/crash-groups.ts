import type {Cell} from '../../output/dataset.ts';
import {getFrames} from '../tables/read/fingerprint.ts';
import type {Records} from '../tables/records.ts';
import {groupVariants, type Variant} from './group-variants.ts';

/** Variants beyond these, the rarest ones, are groups of their own. */
const maxVariants = 20_000;

/** The part of a method's name that is the same in all builds. */
const getMethodName = (method: string) => getFrames(method)[0] ?? method;

export type CrashGroups = {
	/** The fingerprint of its group for each fingerprint that has another one. */
	readonly heads: ReadonlyMap<string, string>;
	/** Class, method and message of one line of each fingerprint. */
	readonly samples: ReadonlyMap<string, readonly Cell[]>;
};

const noGroups: CrashGroups = {heads: new Map(), samples: new Map()};

/**
 * Finds the groups of crashes over all crash reports, whatever the filter, so that a crash has the same name in every answer.
 * Events have none.
 */
export async function readCrashGroups({kind, dialect, rows, samples}: Records): Promise<CrashGroups> {
	if (kind !== 'exceptions') return noGroups;
	const found = await rows(`
		SELECT fingerprint, class, method, message, stack, lines, ${dialect.dayText('first_day')} FROM ${samples} AS sample
		ORDER BY lines DESC, fingerprint LIMIT ${maxVariants}`);
	const variants = found.map(
		([fingerprint, kind, method, , stack, count, firstDay]): Variant => ({
			fingerprint: String(fingerprint),
			key: `${String(kind)}\n${getMethodName(String(method))}`,
			frames: getFrames(String(stack)),
			lines: Number(count),
			firstDay: String(firstDay),
		}),
	);
	const rest =
		found.length < maxVariants
			? []
			: await rows(`SELECT fingerprint, class, method, message FROM ${samples} AS sample`);
	return {
		heads: new Map([...groupVariants(variants)].filter(([fingerprint, head]) => fingerprint !== head)),
		samples: new Map([...rest, ...found].map(([fingerprint, ...cells]) => [String(fingerprint), cells.slice(0, 3)])),
	};
}

/** The relation of crash groups, `fingerprint` and `head`. */
export const selectHeads = ({values}: Records['dialect'], {heads}: CrashGroups): string =>
	values(['fingerprint', 'head'], [...heads]);
