import {join} from 'node:path';
import {literal} from '../../text/sql-literal.ts';
import {counted, enumeration} from '../../text/wording.ts';
import {decisionFile, readDecisionFile} from '../crashes/crash-decisions.ts';
import {getFingerprint, readerVersion, toBuild} from '../crashes/fingerprint.ts';
import {findNewest, readFollowed, writeFollowed} from '../crashes/followed-fingerprints.ts';
import type {Engine} from '../sql/engine.ts';
import {addMissingColumns, maxStackLength, noFilter} from '../sql/record-relations.ts';
import {pathList} from '../sql/sql-literals.ts';
import type {TablePart} from './delta-log.ts';
import {isOutdated} from './part-sources.ts';

type Archive = {
	readonly engine: Engine;
	readonly folder: string;
	/** The folder of the table. */
	readonly root: string;
	readonly note: (text: string) => Promise<void>;
};

/** More different stacks of decided crashes than this are not compared. */
const maxStacks = 100_000;

const selectCrashes = (parts: readonly TablePart[], {root}: Archive): string => {
	const paths = parts.map(({path}) => join(root, path));
	const records = `(SELECT * FROM read_parquet(${pathList(paths)}, union_by_name = true, hive_partitioning = false))`;
	return addMissingColumns(records, 'exceptions', noFilter);
};

const condition = (fingerprints: Iterable<string>) => `fingerprint IN (${[...fingerprints].map(literal).join(', ')})`;

/** Returns the new fingerprints of the crashes that old parts have under some of their fingerprints. */
async function findNewFingerprints(parts: readonly TablePart[], old: ReadonlySet<string>, archive: Archive) {
	const text = (column: string) => `coalesce(${column}, '')`;
	const rows = await archive.engine.rows(
		`SELECT DISTINCT fingerprint, ${text('exception_class')}, ${text('exception_method')},
			CASE WHEN ${text('exception_method')} = '' THEN ${text('exception_message')} ELSE '' END,
			left(${text('exception_stackTrace')}, ${maxStackLength}), ${text('"prodVersion"')}, ${text('"prodBuild"')}
		FROM ${selectCrashes(parts, archive)} WHERE ${condition(old)} LIMIT ${maxStacks}`,
	);
	return rows.map(row => {
		const [fingerprint = '', kind = '', method = '', message = '', stack = '', version, build] = row.map(String);
		return [
			fingerprint,
			getFingerprint({class: kind, method, message, stack, build: toBuild(version, build)}),
		] as const;
	});
}

const list = (fingerprints: readonly string[]) =>
	fingerprints.length <= 5
		? enumeration(fingerprints)
		: `${fingerprints.slice(0, 4).join(', ')} and ${fingerprints.length - 4} more`;

/**
 * Writes down which new fingerprints the decided crashes of an archive have, before the parts of an older reader are
 * replaced. Notes which groups were split or joined.
 */
export async function followFingerprints(parts: readonly TablePart[], archive: Archive): Promise<void> {
	const outdated = parts.filter(isOutdated);
	const {decisions} = await readDecisionFile(archive.folder);
	if (outdated.length === 0 || decisions.size === 0) return;
	const followed = new Map([...(await readFollowed(archive.folder))].map(([old, all]) => [old, new Set(all)]));
	const known = new Set([...decisions.keys(), ...[...followed.values()].flatMap(all => [...all])]);
	for (const [old, now] of await findNewFingerprints(outdated, known, archive))
		followed.set(old, (followed.get(old) ?? new Set()).add(now));
	for (const [old, all] of followed) if (all.size === 1 && all.has(old)) followed.delete(old);
	if (followed.size === 0) return;
	await writeFollowed(archive.folder, followed);
	const newest = [...decisions.keys()].map(old => ({old, all: findNewest(old, followed)}));
	const split = newest.filter(({all}) => all.length > 1).map(({old}) => old);
	const joined = newest.filter(({old, all}) =>
		all.some(each => newest.some(other => other.old !== old && other.all.includes(each))),
	);
	const sentences = [
		`crash groups have new fingerprints: ${counted(followed.size, 'decision')} of ${decisionFile} follow their groups`,
		...(split.length > 0 ? [`${list(split)} became several groups`] : []),
		...(joined.length > 0 ? [`${list(joined.map(({old}) => old))} share a group with another decision`] : []),
	];
	await archive.note(sentences.join('; '));
}

/** Notes the decisions of an older reader that fit no crash of the archive. */
export async function noteLostDecisions(parts: readonly TablePart[], archive: Archive): Promise<void> {
	const {decisions, version} = await readDecisionFile(archive.folder);
	if (version >= readerVersion || decisions.size === 0 || parts.length === 0) return;
	const followed = await readFollowed(archive.folder);
	const newest = new Map([...decisions.keys()].map(old => [old, findNewest(old, followed)]));
	const rows = await archive.engine.rows(
		`SELECT DISTINCT fingerprint FROM ${selectCrashes(parts, archive)} WHERE ${condition([...newest.values()].flat())}`,
	);
	const present = new Set(rows.map(([fingerprint]) => String(fingerprint)));
	const lost = [...newest].filter(([, all]) => !all.some(each => present.has(each))).map(([old]) => old);
	if (lost.length > 0)
		await archive.note(
			`${counted(lost.length, 'decision')} of ${decisionFile} fit no crash group: ${list(lost)}; an older version of usagectl made them, or no report is left`,
		);
}
