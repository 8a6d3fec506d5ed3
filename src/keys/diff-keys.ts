import type {Row} from '../output/dataset.ts';
import {checkUpload, type UploadOptions} from './check/check-upload.ts';
import {checkSimilarKeys} from './check/similar-keys.ts';
import type {KeysPorts} from './keys-ports.ts';
import {type ComparedRow, compareKeys} from './plan/compare-keys.ts';
import {openSource} from './read/upload-source.ts';
import {openWorkspace} from './store/workspace.ts';

type DiffCounts = Record<'insert' | 'change' | 'same' | 'edited' | 'unseen', number>;
export type DiffRequest = UploadOptions & {
	readonly all: boolean;
};

export type Diff = {
	/** Rows of line, key, kind of change, field, value before, value after. */
	readonly blocks: AsyncIterable<readonly Row[]>;
	/** The number of keys of each kind, complete only after all rows have been read. */
	readonly counts: DiffCounts;
	readonly invalid: number;
};

/**
 * Checks the file now, and compares it with the registry while the caller reads the rows. Throws CliError (usage) for
 * errors in the file.
 */
export async function diffKeys(request: DiffRequest, ports: KeysPorts): Promise<Diff> {
	const {workspace, close} = await openWorkspace(ports);
	try {
		const source = await openSource(request.file, {...request, ...ports, workspace});
		const checked = await checkUpload(source, request, {...ports, isAsked: true, workspace});
		const inserts = await workspace.spool('inserts');
		const counts: DiffCounts = {insert: 0, change: 0, same: 0, edited: 0, unseen: 0};
		const client = await ports.connect();
		const compared = compareKeys(checked.blocks, {readKeys: client.readKeys, overwrite: false}, ports.concurrency);
		const blocks = async function* (): AsyncGenerator<readonly Row[]> {
			try {
				for await (const rows of compared) {
					for (const {row, comparison} of rows) {
						counts[comparison.kind]++;
						if (comparison.kind === 'insert') inserts.add({line: row.line, update: row.update});
					}
					yield rows.flatMap(row => toRows(row, request.all));
					await Promise.all([inserts.flushIfFull(), checked.leftOut.flushIfFull()]);
				}
				await inserts.close();
				const doubts = {client, allowSimilar: request.allowSimilar, hasLines: true};
				await checkSimilarKeys(workspace.path('inserts'), doubts, {...ports, isAsked: true});
			} finally {
				await close();
			}
		};
		return {blocks: blocks(), counts, invalid: checked.invalid};
	} catch (error) {
		await close();
		throw error;
	}
}

function toRows({row: {line, update}, comparison}: ComparedRow, all: boolean): readonly Row[] {
	const {kind} = comparison;
	if (kind === 'same' && !all) return [];
	const changes = 'changes' in comparison ? comparison.changes : [];
	if (changes.length === 0) return [[line, update.licenseKey, kind, null, null, null]];
	return changes.map(({field, before, after}) => [line, update.licenseKey, kind, field, before, after]);
}
