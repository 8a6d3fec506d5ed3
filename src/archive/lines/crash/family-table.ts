import type {Engine} from '../engine/engine.ts';
import {literal} from '../engine/sql.ts';
import {findFamilies, type Variant} from './families.ts';
import {getFrames} from './fingerprint.ts';

/** The rest, which are the rarest, stand for themselves. */
const mostVariants = 20_000;
const rowsPerInsert = 1000;

/** What of a method's name no build changes. */
const readMethod = (method: string) => getFrames(method)[0] ?? method;

/**
 * Adds the table `family`: for each fingerprint that of its family. It is found over all lines, whatever the filter, so that
 * one crash has one name in every answer.
 */
export async function addFamilies(engine: Engine): Promise<void> {
	await engine.run(
		'CREATE TABLE one_sample AS SELECT fingerprint, unnest(arg_min({class: class, method: method, message: message, stack: stack}, met)) FROM sample GROUP BY fingerprint',
	);
	const rows = await engine.rows(`
		SELECT fingerprint, class, method, stack, lines, firstDay FROM one_sample
		JOIN (SELECT fingerprint, count(*) AS lines, min(day) AS firstDay FROM line GROUP BY fingerprint) USING (fingerprint)
		ORDER BY lines DESC, fingerprint LIMIT ${mostVariants}`);
	const variants = rows.map(
		([fingerprint, kind, method, stack, lines, firstDay]): Variant => ({
			fingerprint: String(fingerprint),
			key: `${String(kind)}\n${readMethod(String(method))}`,
			frames: getFrames(String(stack)),
			lines: Number(lines),
			firstDay: String(firstDay),
		}),
	);
	const heads = [...findFamilies(variants)].filter(([fingerprint, head]) => fingerprint !== head);
	await engine.run('CREATE TABLE family (fingerprint VARCHAR, head VARCHAR)');
	for (let at = 0; at < heads.length; at += rowsPerInsert) {
		const values = heads.slice(at, at + rowsPerInsert).map(pair => `(${pair.map(literal).join(', ')})`);
		await engine.run(`INSERT INTO family VALUES ${values.join(', ')}`);
	}
}
