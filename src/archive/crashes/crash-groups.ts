import type {Cell} from '../../output/dataset.ts';
import {getFrames} from '../tables/read/fingerprint.ts';
import type {Lines} from '../tables/records.ts';
import {findFamilies, type Variant} from './find-crash-groups.ts';

/** Variants beyond these, the rarest ones, are families of their own. */
const maxVariants = 20_000;

/** The part of a method's name that is the same in all builds. */
const getMethodName = (method: string) => getFrames(method)[0] ?? method;

export type Families = {
	/** The fingerprint of its family for each fingerprint that has another one. */
	readonly heads: ReadonlyMap<string, string>;
	/** Class, method and message of one line of each fingerprint. */
	readonly samples: ReadonlyMap<string, readonly Cell[]>;
};

const noFamilies: Families = {heads: new Map(), samples: new Map()};

/**
 * Finds the families of crashes. They are found over all lines, whatever the filter, so that a crash has the same name in every
 * answer. Events have none.
 */
export async function readFamilies({kind, dialect, rows, samples}: Lines): Promise<Families> {
	if (kind !== 'exceptions') return noFamilies;
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
		heads: new Map([...findFamilies(variants)].filter(([fingerprint, head]) => fingerprint !== head)),
		samples: new Map([...rest, ...found].map(([fingerprint, ...cells]) => [String(fingerprint), cells.slice(0, 3)])),
	};
}

/** The relation of families, `fingerprint` and `head`. */
export const selectFamilies = ({values}: Lines['dialect'], {heads}: Families): string =>
	values(['fingerprint', 'head'], [...heads]);
