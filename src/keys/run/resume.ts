import {resolve} from 'node:path';
import {CliError} from '../../errors.ts';
import type {KeysPorts} from '../keys-ports.ts';
import type {Registry} from '../registry/registry-lock.ts';
import type {RunHeader} from './journal.ts';
import {
	endRun,
	findRunFolder,
	listRunFolders,
	putAside,
	type Run,
	readRun,
	readRunHeader,
	validatePlan,
} from './run-folder.ts';

/** What distinguishes one upload from another. */
export type RunIdentity = Pick<RunHeader, 'command' | 'origin' | 'product' | 'file' | 'digest' | 'options' | 'undoes'>;

/** The name under which a file is remembered. */
export const fileName = (file: string): string => (file === '-' ? file : resolve(file));

const isUploadOf = (header: RunHeader, wanted: RunIdentity) =>
	header.command === wanted.command && header.origin === wanted.origin && header.product === wanted.product;

/**
 * The unfinished run of the same upload, if there is one. Throws CliError usage when there is one of this file with other
 * content or other options; `restart` drops those.
 */
export async function findUnfinished(
	wanted: RunIdentity,
	{stateDir, clock, restart}: Pick<KeysPorts, 'stateDir' | 'clock'> & {readonly restart: boolean},
): Promise<Run | undefined> {
	for (const folder of await listRunFolders(stateDir)) {
		const header = await readRunHeader(folder);
		if (!header || !isUploadOf(header, wanted) || !isAbout(header, wanted)) continue;
		const open = restart ? await dropRun(folder, clock.now()) : await readOpen(folder);
		if (!open) continue;
		if (header.digest === wanted.digest && header.options === wanted.options) return open;
		throw differs(header, wanted);
	}
	return undefined;
}

async function readOpen(folder: string): Promise<Run | undefined> {
	const run = await readRun(folder);
	if (run.state.end !== undefined) return undefined;
	await validatePlan(run);
	return run;
}

/** Marks a run as dropped; one whose journal is damaged is renamed. */
async function dropRun(folder: string, now: Date): Promise<undefined> {
	try {
		await endRun(await readRun(folder), 'dropped', now);
	} catch (error) {
		if (!(error instanceof CliError) || error.kind !== 'damaged') throw error;
		await putAside(folder);
	}
}

/** The same file by content or by name, or the undoing of the same run. */
const isAbout = (header: RunHeader, wanted: RunIdentity) =>
	wanted.undoes === undefined
		? header.digest === wanted.digest || (header.file === wanted.file && wanted.file !== '-')
		: header.undoes === wanted.undoes;

const differs = ({run, digest}: RunHeader, wanted: RunIdentity) =>
	new CliError(
		'usage',
		`run ${run} of this file is not finished, and ${digest === wanted.digest ? 'the options have' : 'the file has'} changed`,
		{
			hint: `keys update --resume ${run} continues it as it was; --restart drops it and starts again`,
			code: 'unfinished-run',
		},
	);

/** The run that `--resume` names. Throws CliError usage when there is none, or it is not of this service and product. */
export async function findNamed(
	name: string,
	{stateDir, origin, product}: Pick<KeysPorts, 'stateDir'> & Registry,
): Promise<Run> {
	const run = await readRun(await findRunFolder(stateDir, name));
	const {header} = run.state;
	if (header.origin === origin && header.product === product) {
		await validatePlan(run);
		return run;
	}
	throw new CliError('usage', `run ${name} is of product ${header.product} at ${header.origin}`, {
		hint: `name them: -p ${header.product}, and the profile or --base-url`,
		code: 'other-run',
	});
}
