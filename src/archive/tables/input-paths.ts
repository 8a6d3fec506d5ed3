import {readdir, stat} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {CliError} from '../../errors.ts';
import {resolveLinks} from '../../files/platform.ts';
import {archiveFolders} from '../files/archive-folders.ts';
import {parseRecordFileName, type RecordFileName} from '../files/file-name.ts';
import {type LogKind, logKinds} from '../files/log-kinds.ts';
import {hasManifest} from '../files/manifest.ts';
import {chooseSources} from './delta/choose-sources.ts';

export type InputPaths = {readonly folders: readonly string[]; readonly files: readonly InputFile[]};
export type InputFile = {
	readonly path: string;
	readonly days: readonly string[] | undefined;
};

const inputHint = 'give an archive folder, or downloaded zip or CSV files';

const fileNames: Readonly<Record<LogKind, string>> = {exceptions: 'crash files', events: 'event files'};

export type SyncCommand = {
	readonly kind: LogKind;
	/** Present if the sandbox replaces the service. */
	readonly sandbox?: unknown;
};

export const formatSyncCommand = ({kind, sandbox}: SyncCommand, folder: string): string =>
	`usagectl ${sandbox === undefined ? '' : '--sandbox '}${kind} sync ${folder}`;

const createReadError = (path: string, maker: SyncCommand, cause: NodeJS.ErrnoException) =>
	cause.code === 'ENOENT'
		? new CliError('usage', `${path} does not exist`, {
				hint: `${inputHint}; or create an archive folder: ${formatSyncCommand(maker, path)}`,
				cause,
			})
		: new CliError('usage', `${path} cannot be read`, {hint: inputHint, cause});
const createNoFilesError = (path: string, maker: SyncCommand) =>
	new CliError(
		'usage',
		path === '.'
			? `the current folder contains no ${fileNames[maker.kind]}`
			: `${path} contains no ${fileNames[maker.kind]}`,
		{
			hint: `${inputHint}; or create an archive folder: ${formatSyncCommand(maker, path === '.' ? archiveFolders[maker.kind] : path)}`,
		},
	);

const isReadable = (name: string) => /\.(zip|csv)$/i.test(name) && !name.startsWith('.');

async function listLogFilesIn(folder: string, maker: SyncCommand): Promise<readonly string[]> {
	const {kind} = maker;
	const all = await readdir(folder).catch(error => {
		throw createReadError(folder, maker, error);
	});
	const names = all.filter(isReadable).sort();
	const logFileNames = names.filter(name => parseRecordFileName(name)?.code === logKinds[kind].code);
	// a CSV next to its zip has the same records
	const zipped = new Set(logFileNames.filter(name => name.endsWith('.zip')).map(name => name.replace('.zip', '.csv')));
	return logFileNames.filter(name => !zipped.has(name)).map(name => join(folder, name));
}

/** Reads each day from one of the files with a log file name; all other files are read whole. */
function chooseInputFiles(paths: readonly string[]): readonly InputFile[] {
	const named = paths.flatMap(path => {
		const name = parseRecordFileName(basename(path));
		return name ? [{...name, name: basename(path), path, open: false}] : [];
	});
	const others = paths.filter(path => !named.some(each => each.path === path)).map(path => ({path, days: undefined}));
	const groups = new Set(named.map(({product, code}: RecordFileName) => `${product} ${code}`));
	const chosen = [...groups].flatMap(group =>
		chooseSources(named.filter(({product, code}) => `${product} ${code}` === group)).map(({file, days}) => ({
			path: file.path,
			days,
		})),
	);
	return [...chosen, ...others];
}

/** Throws CliError (usage) for unreadable paths and for folders without log files. */
export async function readInputs(paths: readonly string[], maker: SyncCommand): Promise<InputPaths> {
	const folders: string[] = [];
	const files: string[] = [];
	for (const path of paths) {
		const found = await stat(path).catch(error => {
			throw createReadError(path, maker, error);
		});
		if (!found.isDirectory()) files.push(path);
		else if (await hasManifest(path)) folders.push(await resolveLinks(path));
		else {
			const listed = await listLogFilesIn(path, maker);
			if (listed.length === 0) throw createNoFilesError(path, maker);
			files.push(...listed);
		}
	}
	return {folders, files: chooseInputFiles(files)};
}
