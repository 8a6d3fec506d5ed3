import type {Engine} from '../engine/engine.ts';
import {findFamilies, type Variant} from './families.ts';
import {getFrames} from './fingerprint.ts';

/** Variants beyond these, the rarest ones, are families of their own. */
const maxVariants = 20_000;

/** The part of a method's name that is the same in all builds. */
const getMethodName = (method: string) => getFrames(method)[0] ?? method;

/**
 * Adds the tables `one_sample`, with the earliest sample of each fingerprint, and `family`, with the fingerprint of its
 * family. Families are found over all lines, whatever the filter, so that a crash has the same name in every answer.
 */
export async function addFamilies(engine: Engine): Promise<void> {
	await engine.run(
		'CREATE TABLE one_sample AS SELECT fingerprint, unnest(arg_min({class: class, method: method, message: message, stack: stack}, first_seen)) FROM sample GROUP BY fingerprint',
	);
	const rows = await engine.rows(`
		SELECT fingerprint, class, method, stack, lines, firstDay FROM one_sample
		JOIN (SELECT fingerprint, count(*) AS lines, min(day) AS firstDay FROM line GROUP BY fingerprint) USING (fingerprint)
		ORDER BY lines DESC, fingerprint LIMIT ${maxVariants}`);
	const variants = rows.map(
		([fingerprint, kind, method, stack, lines, firstDay]): Variant => ({
			fingerprint: String(fingerprint),
			key: `${String(kind)}\n${getMethodName(String(method))}`,
			frames: getFrames(String(stack)),
			lines: Number(lines),
			firstDay: String(firstDay),
		}),
	);
	const heads = [...findFamilies(variants)].filter(([fingerprint, head]) => fingerprint !== head);
	await engine.run('CREATE TABLE family (fingerprint VARCHAR, head VARCHAR)');
	await engine.append('family', heads);
}
