import {CliError} from '../errors.ts';
import {writeFileAtomic} from '../files/atomic-file.ts';
import type {Row} from '../output/dataset.ts';
import {counted} from '../text/wording.ts';
import {continueRun} from './continue-run.ts';
import type {KeysPorts} from './keys-ports.ts';
import {listRuns} from './past-runs.ts';
import {noteChanges} from './plan/note-changes.ts';
import type {PlanRow} from './plan/plan-row.ts';
import {type Preview, withPreview} from './preview-keys.ts';
import {type Registry, withRegistryLock} from './registry/registry-lock.ts';
import {type CheckedRow, createRows} from './rows/checked-row.ts';
import {type Fields, keyFields} from './rows/upload-columns.ts';
import {readBatches} from './run/batches.ts';
import {confirmPlan} from './run/confirm-plan.ts';
import {findRunByName, findUnfinished} from './run/find-run.ts';
import {nameFileOf, readUnaccepted} from './run/left-out-rows.ts';
import {planRun} from './run/plan-run.ts';
import {planPath, publishRun, type Run} from './run/run-folder.ts';
import type {RunIdentity} from './run/run-identity.ts';
import {describeSource, type Summary, summarizeUnsent} from './run/run-summary.ts';
import {sendRun} from './run/send-run.ts';
import {summarizeSent} from './run/summarize-sent.ts';
import {toCsv} from './store/importable-csv.ts';
import {type Workspace, withWorkspace} from './store/workspace.ts';

export type UndoRequest = Registry & {
	readonly run: string;
	readonly overwrite: boolean;
};

/**
 * Restores the values that a run replaced, except in keys that were edited since. The service cannot delete keys, so a file
 * that blacklists the inserted ones is written. Throws CliError (usage) if the run has not finished or did not save the
 * values that it replaced.
 */
export function undoRun(request: UndoRequest, ports: KeysPorts): Promise<Summary> {
	return withRegistryLock(request, ports, async () => {
		const undone = await findUndoable(request, ports);
		const {header} = undone.state;
		const identity: RunIdentity = {
			command: 'undo',
			origin: request.origin,
			product: request.product,
			file: header.file,
			digest: request.run,
			options: '',
			undoes: request.run,
		};
		const unfinished = await findUnfinished(identity, ports);
		if (unfinished) return continueRun(unfinished, ports);
		return withWorkspace(ports, async workspace => {
			const parts = {...ports, workspace};
			await writeInserted(undone, ports);
			const rows = await createUndoRows(undone, workspace);
			const {readKeys} = await ports.connect();
			const plan = await planRun(rows, {identity, overwrite: request.overwrite, readKeys}, parts);
			await noteChanges(plan.header.counts, parts);
			if (!(await confirmPlan(plan, true, ports))) return summarizeUnsent(plan.header.counts);
			const run = await publishRun(plan, parts);
			const sent = await sendRun(run, ports);
			return summarizeSent(sent, ports);
		});
	});
}

/** Shows what `undoRun` would change. */
export async function previewUndo(request: UndoRequest, ports: KeysPorts): Promise<Preview> {
	const undone = await findUndoable(request, ports);
	const {insert} = undone.state.header.counts;
	if (insert > 0)
		await ports.note(
			'the service cannot delete keys: an undo writes a file that blacklists those that the import inserted',
		);
	return withPreview(ports, async workspace => {
		const rows = await createUndoRows(undone, workspace);
		const client = await ports.connect();
		const {readKeys} = client;
		return {...request, command: 'undo', client, rows, readKeys, all: false, allowSimilar: true, hasLines: false};
	});
}

/**
 * Finds the newest import that is not undone, and says which one it is: the user confirms the plan of its undo. If it cannot be
 * undone, an older one must not take its place unnoticed.
 */
export async function findLastImport(
	{origin, product}: Registry,
	{stateDir, note}: Pick<KeysPorts, 'stateDir' | 'note'>,
): Promise<string> {
	const runs = await listRuns(stateDir, () => {});
	const last = runs.find(
		({summary, state: {header}}) =>
			['finished', 'unfinished'].includes(summary.state) &&
			header.command !== 'undo' &&
			header.origin === origin &&
			header.product === product,
	);
	if (!last) throw new CliError('usage', 'there is no import to undo', {hint: 'list the imports: usagectl keys runs'});
	const {run, started} = last.state.header;
	await note(
		`the last import is ${run}: ${describeSource(last.state.header)}, ${started.slice(0, 16).replace('T', ' ')} UTC`,
	);
	return run;
}

async function findUndoable(request: UndoRequest, {stateDir, keysLine}: KeysPorts): Promise<Run> {
	const undone = await findRunByName(request.run, {...request, stateDir});
	validateUndo(undone, keysLine);
	return undone;
}

function validateUndo({state: {header, end}}: Run, keysLine: KeysPorts['keysLine']): void {
	if (end === undefined) {
		throw new CliError('usage', `import ${header.run} is not finished`, {
			hint: `finish it first: ${keysLine('update', '--resume', header.run)}`,
			code: 'unfinished-run',
		});
	}
	if (header.compared) return;
	throw new CliError('usage', `import ${header.run} used --no-diff, so the values that it replaced were not saved`, {
		hint: 'import a file with the earlier values instead',
		code: 'no-earlier-values',
	});
}

type AcceptedRow = {readonly row: PlanRow; readonly altered: boolean};

async function* readAccepted(run: Run): AsyncGenerator<readonly AcceptedRow[]> {
	const {header, done} = run.state;
	const verdicts = new Map<number, string>();
	for await (const rows of readUnaccepted(run)) for (const {line, verdict} of rows) verdicts.set(line, verdict);
	for await (const {rows} of readBatches(planPath(run.folder), header, number => done.has(number))) {
		yield rows
			.map(row => ({row, verdict: verdicts.get(row.line)}))
			.filter(({verdict}) => verdict !== 'rejected' && verdict !== 'unknown')
			.map(({row, verdict}) => ({row, altered: verdict === 'altered'}));
	}
}

const createUndoRows = async (run: Run, workspace: Workspace) =>
	createRows(readUndoRows(run), run.state.header.counts.change, await workspace.spool('left'));

async function* readUndoRows(run: Run): AsyncGenerator<readonly CheckedRow[]> {
	for await (const rows of readAccepted(run)) {
		yield rows.filter(({row}) => row.before !== null).map(({row, altered}) => undoRow(row, altered));
	}
}

/** Creates the row that restores the earlier values. It expects the values that the run sent, unless the service altered them. */
function undoRow({line, update, before}: PlanRow, altered: boolean): CheckedRow {
	const earlier: Fields = before ?? {};
	const {licenseKey} = update;
	if (altered) return {line, update: {licenseKey, ...earlier}};
	const sent: Fields = {};
	for (const {get, set} of keyFields) {
		const value = get(update);
		if (value !== undefined && get(earlier) !== undefined) set(sent, value);
	}
	return {line, update: {licenseKey, ...earlier}, expect: sent};
}

async function writeInserted(run: Run, {note, keysLine}: KeysPorts): Promise<void> {
	const {insert} = run.state.header.counts;
	if (insert === 0) return;
	const path = await nameFileOf(run.state.header, 'inserted.csv');
	let inserted = 0;
	const blocks = async function* (): AsyncGenerator<readonly Row[]> {
		for await (const rows of readAccepted(run)) {
			const keys = rows.filter(({row}) => row.before === null);
			inserted += keys.length;
			yield keys.map(({row}) => [row.update.licenseKey, 'true']);
		}
	};
	await writeFileAtomic(path, toCsv(['licenseKey', 'blacklisted'], blocks(), run.state.header.form), {mode: 0o600});
	await note(
		`the service cannot delete the ${inserted === 1 ? 'key' : counted(inserted, 'key')} that the import inserted; to blacklist ${inserted === 1 ? 'it' : 'them'}: ${keysLine('update', path)}`,
	);
}
