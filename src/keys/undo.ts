import {CliError} from '../errors.ts';
import {writeFileAtomic} from '../files/atomic-file.ts';
import type {Row} from '../output/dataset.ts';
import {readBatches} from './batches.ts';
import {type ConductParts, conductRun} from './conduct.ts';
import {counted} from './counted.ts';
import {type Fields, fields} from './fields.ts';
import {nameOfRun, readBadRows} from './finish.ts';
import {type Registry, withKeysLock} from './keys-lock.ts';
import type {PlanRow} from './plan.ts';
import {keepRows} from './prepare.ts';
import {findNamed, findUnfinished, type RunIdentity} from './resume.ts';
import type {CheckedRow} from './row.ts';
import {toCsv} from './row-file.ts';
import {planOf, type Run} from './run-folder.ts';
import type {Summary} from './summary.ts';
import {launchRun} from './upload.ts';
import {withWorkspace} from './workspace.ts';

export type UndoRequest = Registry & {
	readonly run: string;
	/** Put earlier values back also where somebody edited the key after the run. */
	readonly overwrite: boolean;
	readonly batchSize: number;
};

/**
 * Sends back the values that a run replaced. Keys edited since then are left alone; keys that the run inserted cannot be
 * removed by the service, so a file that blacklists them is written. Throws CliError usage when the run kept no earlier
 * values or is not finished.
 */
export function undoRun(request: UndoRequest, parts: ConductParts): Promise<Summary> {
	return withKeysLock(request, parts, async () => {
		const run = await findNamed(request.run, {...request, stateDir: parts.stateDir});
		validateUndo(run);
		const identity: RunIdentity = {
			command: 'undo',
			origin: request.origin,
			product: request.product,
			file: run.state.header.file,
			digest: request.run,
			options: '',
			undoes: request.run,
		};
		const unfinished = await findUnfinished(identity, {...parts, restart: false});
		if (unfinished) return conductRun(unfinished, parts);
		return withWorkspace(parts, async workspace => {
			await tellInserted(run, parts);
			const prepared = await keepRows(takeBackRows(run), workspace);
			const launch = {...request, identity, ask: true, compare: true, verify: false};
			return launchRun(prepared, launch, {...parts, workspace});
		});
	});
}

function validateUndo({state: {header, end}}: Run): void {
	if (end === undefined) {
		throw new CliError('usage', `run ${header.run} is not finished`, {
			hint: `finish it first: usagectl keys update --resume ${header.run}; then undo it`,
			code: 'unfinished-run',
		});
	}
	if (header.compared) return;
	throw new CliError('usage', `run ${header.run} was sent without a look at the registry (--no-diff)`, {
		hint: 'it kept no earlier values, so there is nothing to send back',
		code: 'no-earlier-values',
	});
}

type TakenRow = {readonly row: PlanRow; readonly altered: boolean};

/** The rows of a run that the registry took, batch by batch. */
async function* readTaken(run: Run): AsyncGenerator<readonly TakenRow[]> {
	const {header, done} = run.state;
	const verdicts = new Map<number, string>();
	for await (const rows of readBadRows(run)) for (const {line, verdict} of rows) verdicts.set(line, verdict);
	for await (const {rows} of readBatches(planOf(run.folder), header, number => done.has(number))) {
		yield rows
			.map(row => ({row, verdict: verdicts.get(row.line)}))
			.filter(({verdict}) => verdict !== 'rejected' && verdict !== 'unknown')
			.map(({row, verdict}) => ({row, altered: verdict === 'altered'}));
	}
}

/** The rows that take a run back. */
async function* takeBackRows(run: Run): AsyncGenerator<readonly CheckedRow[]> {
	for await (const taken of readTaken(run)) {
		yield taken.filter(({row}) => row.before !== null).map(({row, altered}) => takeBack(row, altered));
	}
}

/** The earlier values, to be sent where the key still holds what the run sent; what the service made of it nobody knows. */
function takeBack({line, update, before}: PlanRow, altered: boolean): CheckedRow {
	const earlier: Fields = before ?? {};
	const {licenseKey} = update;
	if (altered) return {line, update: {licenseKey, ...earlier}};
	const sent = fields.reduce<Fields>((sum, {asked, put}) => {
		const value = asked(update);
		return value === undefined || asked(earlier) === undefined ? sum : put(sum, value);
	}, {});
	return {line, update: {licenseKey, ...earlier}, expect: sent};
}

/** Keys that stay: a file that, uploaded, takes them out of use. */
async function tellInserted(run: Run, {note}: ConductParts): Promise<void> {
	const {insert} = run.state.header.counts;
	if (insert === 0) return;
	const path = await nameOfRun(run.state.header, 'inserted.csv');
	const columns = ['licenseKey', 'blacklisted'].map(key => ({key, title: key, kind: 'text' as const}));
	let inserted = 0;
	const blocks = async function* (): AsyncGenerator<readonly Row[]> {
		for await (const taken of readTaken(run)) {
			const keys = taken.filter(({row}) => row.before === null);
			inserted += keys.length;
			yield keys.map(({row}) => [row.update.licenseKey, 'true']);
		}
	};
	await writeFileAtomic(path, toCsv({columns, blocks: blocks()}), {mode: 0o600});
	await note(
		`it inserted ${counted(inserted, 'key')}, and the service removes none; ${path} blacklists them when uploaded`,
	);
}
