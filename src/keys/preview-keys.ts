import type {Row} from '../output/dataset.ts';
import {checkUpload, type UploadOptions} from './check/check-upload.ts';
import {checkSimilarKeys} from './check/similar-keys.ts';
import type {KeysClient, KeysPorts} from './keys-ports.ts';
import {findManagedChanges} from './managed-flags.ts';
import {type ComparedRow, compareKeys} from './plan/compare-keys.ts';
import {countPlan} from './plan/plan-row.ts';
import {createTally} from './plan/plan-tally.ts';
import {openSource} from './read/upload-source.ts';
import type {Registry} from './registry/registry-lock.ts';
import type {CheckedRows} from './rows/checked-row.ts';
import {describePlan, notePlan} from './run/confirm-plan.ts';
import type {RunHeader} from './run/journal.ts';
import {openWorkspace, type Workspace} from './store/workspace.ts';

export type Preview = {
	/** Rows of line, key, kind of change, field, value before, value after; of a new key, all its fields in the last cell. The notes follow after the last one. */
	readonly blocks: AsyncIterable<readonly Row[]>;
	/** Describes the plan; complete after all rows have been read. */
	readonly summary: () => string;
	/** True if rows would be left out; known after all rows have been read. */
	readonly isPartial: () => boolean;
};

export type PreviewRequest = UploadOptions &
	Registry & {
		readonly overwrite: boolean;
		/** Shows unchanged keys too. */
		readonly all: boolean;
	};

/**
 * Checks the file now, and compares it with the registry while the caller reads the rows. Throws CliError (usage) for
 * errors in the file.
 */
export async function previewUpload(request: PreviewRequest, ports: KeysPorts): Promise<Preview> {
	return withPreview(ports, async workspace => {
		const source = await openSource(request.file, {...request, ...ports, workspace});
		const rows = await checkUpload(source, request, {...ports, isAsked: true, workspace});
		const client = await ports.connect();
		const onEnd = async (fields: ReadonlySet<string>) => {
			const managed = await findManagedChanges(fields, request, ports.stateDir);
			if (managed) await ports.footnote(managed);
		};
		return {...request, command: 'update', rows, client, readKeys: client.readKeys, hasLines: true, onEnd};
	});
}

type PreviewPlan = Registry & {
	readonly command: RunHeader['command'];
	readonly rows: CheckedRows;
	readonly client: KeysClient;
	readonly readKeys: KeysClient['readKeys'];
	readonly overwrite: boolean;
	readonly all: boolean;
	readonly allowSimilar: boolean;
	readonly hasLines: boolean;
	/** Receives the fields that would change. */
	readonly onEnd?: (fields: ReadonlySet<string>) => Promise<void>;
};

/** Creates a preview, which deletes its workspace at the end. */
export async function withPreview(
	ports: KeysPorts,
	plan: (workspace: Workspace) => Promise<PreviewPlan>,
): Promise<Preview> {
	const {workspace, close} = await openWorkspace(ports);
	try {
		const planned = await plan(workspace);
		const tally = createTally(ports.today);
		const {kinds} = tally;
		const blocks = previewRows(planned, tally, {...ports, note: ports.footnote, workspace});
		return {
			blocks: closeAfter(blocks, close),
			summary: () => describePlan({...planned, counts: countPlan(kinds, planned.rows)}),
			isPartial: () => kinds.edited + planned.rows.invalid > 0,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

async function* closeAfter<T>(blocks: AsyncIterable<T>, close: () => Promise<void>): AsyncGenerator<T> {
	try {
		yield* blocks;
	} finally {
		await close();
	}
}

async function* previewRows(
	plan: PreviewPlan,
	tally: ReturnType<typeof createTally>,
	ports: KeysPorts & {readonly workspace: Workspace},
): AsyncGenerator<readonly Row[]> {
	const {rows, client, allowSimilar, hasLines, onEnd} = plan;
	const inserts = await ports.workspace.spool('inserts');
	for await (const compared of compareKeys(rows.blocks, plan, ports.concurrency)) {
		for (const each of compared) {
			const {row, comparison} = each;
			tally.add(each);
			if (comparison.kind === 'insert') inserts.add({line: row.line, update: row.update});
		}
		yield compared.flatMap(row => toRows(row, plan.all));
		await Promise.all([inserts.flushIfFull(), rows.leftOut.flushIfFull()]);
	}
	await inserts.close();
	const doubts = {client, allowSimilar, hasLines};
	await checkSimilarKeys(ports.workspace.path('inserts'), doubts, {...ports, isAsked: true});
	await onEnd?.(tally.fields);
	await notePlan({...plan, counts: countPlan(tally.kinds, rows)}, tally.effects(), ports);
}

function toRows({row: {line, update}, comparison}: ComparedRow, all: boolean): readonly Row[] {
	const {kind} = comparison;
	if (kind === 'same' && !all) return [];
	const changes = 'changes' in comparison ? comparison.changes : [];
	if (changes.length === 0) return [[line, update.licenseKey, kind, null, null, null]];
	if (kind === 'insert') {
		const fields = changes.map(({field, after}) => `${field}=${after}`).join(', ');
		return [[line, update.licenseKey, kind, null, null, fields]];
	}
	return changes.map(({field, before, after}) => [line, update.licenseKey, kind, field, before, after]);
}
