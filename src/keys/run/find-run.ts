import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {crc32} from 'node:zlib';
import {CliError} from '../../errors.ts';
import {disk, isDiskError} from '../../files/disk.ts';
import type {KeysPorts} from '../keys-ports.ts';
import type {Registry} from '../registry/registry-lock.ts';
import {readLines} from '../store/spool.ts';
import {getRunsFolder} from '../store/workspace.ts';
import {createDamageError, decodeEntry, type RunHeader, replay} from './journal.ts';
import {openJournal} from './journal-file.ts';
import {journalPath, planPath, type Run} from './run-folder.ts';
import type {RunIdentity} from './run-identity.ts';

/**
 * Finds the unfinished run of the same file with the same options. Throws CliError (usage) if there is one with different
 * content or options.
 */
export async function findUnfinished(
	wanted: RunIdentity,
	{stateDir, keysLine}: Pick<KeysPorts, 'stateDir' | 'keysLine'>,
): Promise<Run | undefined> {
	for await (const {folder, header} of listRunsOf(wanted, stateDir)) {
		const run = await readRun(folder);
		if (run.state.end !== undefined) continue;
		await validatePlan(run);
		if (header.digest === wanted.digest && header.options === wanted.options) return run;
		throw createUnfinishedError(header, wanted, keysLine('update', '--resume', header.run));
	}
	return undefined;
}

function createUnfinishedError({command, run, digest}: RunHeader, wanted: RunIdentity, resume: string): CliError {
	const changed = digest === wanted.digest ? 'the options have' : 'the file has';
	const message =
		command === 'set'
			? `import ${run}, another change by keys set, is not finished: a part of its keys may have their new values`
			: `import ${run} of this file is not finished, and ${changed} changed since`;
	return new CliError('usage', message, {
		hint: `discard it with --restart, or resume it as it was planned: ${resume}`,
		code: 'unfinished-run',
	});
}

/** Marks the unfinished runs of a file as dropped. Those with a damaged journal are renamed, so that they are no longer found. */
export async function dropUnfinished(
	wanted: RunIdentity,
	{stateDir, clock}: Pick<KeysPorts, 'stateDir' | 'clock'>,
): Promise<undefined> {
	for await (const {folder} of listRunsOf(wanted, stateDir)) {
		try {
			await endRun(await readRun(folder), 'dropped', clock.now());
		} catch (error) {
			if (!(error instanceof CliError) || error.kind !== 'damaged') throw error;
			await disk.reportingAs('rename', folder).move(folder, `${folder}.damaged`);
		}
	}
}

type FoundRun = {readonly folder: string; readonly header: RunHeader};

async function* listRunsOf(wanted: RunIdentity, stateDir: string): AsyncGenerator<FoundRun> {
	const {command, origin, product} = wanted;
	for (const folder of await listRunFolders(stateDir)) {
		const header = await readRunHeader(folder);
		if (header?.command !== command || header.origin !== origin || header.product !== product) continue;
		if (hasSameInput(header, wanted)) yield {folder, header};
	}
}

/**
 * True for a run of the same file, by content or name, for an undo of the same run, and for any change by `keys set` that
 * cannot simply be repeated.
 */
function hasSameInput(header: RunHeader, wanted: RunIdentity): boolean {
	if (wanted.undoes !== undefined) return header.undoes === wanted.undoes;
	if (wanted.command === 'set') return wanted.options !== '' && header.options !== '';
	return header.digest === wanted.digest || (header.file === wanted.file && wanted.file !== '-');
}

export async function endRun({folder, state}: Run, end: 'finished' | 'dropped', now: Date): Promise<void> {
	if (state.end !== undefined) return;
	const journal = await openJournal(journalPath(folder), state.validBytes);
	try {
		await journal.append({entry: 'end', at: now.toISOString(), state: end});
	} finally {
		await journal.close();
	}
}

/** Finds a run by name. Throws CliError (usage) if it does not exist, or belongs to another service or product. */
export async function findRunByName(
	name: string,
	{stateDir, origin, product}: Pick<KeysPorts, 'stateDir'> & Registry,
): Promise<Run> {
	const run = await readRun(await findRunFolder(stateDir, name));
	const {header} = run.state;
	if (header.origin === origin && header.product === product) {
		await validatePlan(run);
		return run;
	}
	throw new CliError('usage', `import ${name} belongs to product ${header.product} at ${header.origin}`, {
		hint: `add -p ${header.product}, and --profile or --base-url if the service differs`,
		code: 'other-run',
	});
}

const namePattern = /^\d{8}-\d{6}-[a-z\d]{4}$/;

export async function findRunFolder(stateDir: string, name: string): Promise<string> {
	const folder = join(getRunsFolder(stateDir), name);
	if (namePattern.test(name) && (await stat(folder).catch(() => undefined))?.isDirectory()) return folder;
	throw new CliError('usage', `there is no import ${name}`, {
		hint: 'list the imports: usagectl keys runs',
		code: 'no-run',
	});
}

/** Lists the folders of all runs of this machine, newest first. */
export async function listRunFolders(stateDir: string): Promise<readonly string[]> {
	const entries = await disk.list(getRunsFolder(stateDir)).catch(error => {
		if (isDiskError(error, 'ENOENT')) return [];
		throw error;
	});
	return entries
		.filter(entry => namePattern.test(entry))
		.sort()
		.reverse()
		.map(entry => join(getRunsFolder(stateDir), entry));
}

async function readRunHeader(folder: string): Promise<RunHeader | undefined> {
	for await (const lines of readLines(journalPath(folder))) {
		const entry = decodeEntry(lines[0] ?? '');
		return entry?.entry === 'run' ? entry : undefined;
	}
	return undefined;
}

export async function readRun(folder: string): Promise<Run> {
	return {folder, state: await replay(readLines(journalPath(folder)), journalPath(folder))};
}

async function validatePlan({folder, state: {header}}: Run): Promise<void> {
	let [bytes, crc] = [0, 0];
	for await (const chunk of disk.readChunks(planPath(folder))) {
		bytes += chunk.length;
		crc = crc32(chunk, crc);
	}
	if (bytes !== header.planBytes || crc !== header.planCrc) throw createDamageError(planPath(folder));
}
