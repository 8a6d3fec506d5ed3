import {readdir, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {CliError} from '../../errors.ts';
import {resolveLinks} from '../../files/platform.ts';
import {validateStaysInRepository} from '../../files/trust/inside-folder.ts';
import {groupBy} from '../../text/group-by.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {quoteLine} from '../../text/shell-quoting.ts';
import {hasManifest} from '../download/manifest.ts';
import {parseRecordFileName} from '../file-name.ts';
import {type LogKind, logKinds} from '../log-kinds.ts';
import {chooseSources} from '../tables/choose-sources.ts';

export type InputPaths = {readonly folders: readonly string[]; readonly files: readonly InputFile[]};
export type InputFile = {
	readonly path: string;
	/** Undefined if the name of the file does not tell it. */
	readonly product: number | undefined;
	readonly days: readonly string[] | undefined;
};

const inputHint = 'give an archive folder, or downloaded zip or CSV files';

type TypedSetting = {readonly origin: string; readonly texts: readonly string[]};

export type SyncCommand = {
	readonly kind: LogKind;
	readonly settings?: {readonly values: {readonly product?: TypedSetting}};
};

/** Names the products only if the user typed them, since a profile has its own. */
export function formatSyncCommand({kind, settings}: SyncCommand, folder: string): string {
	const {product} = settings?.values ?? {};
	const products = product?.origin === 'flag' ? ['-p', product.texts.join(',')] : [];
	return quoteLine(['usagectl', kind, 'sync', folder, ...products]);
}

/** Returns the names of the archive folders inside a folder. */
async function findArchivesIn(folder: string): Promise<readonly string[]> {
	const entries = await readdir(folder, {withFileTypes: true}).catch(() => []);
	const names = entries.filter(entry => entry.isDirectory()).map(({name}) => name);
	const areArchives = await Promise.all(names.map(name => hasManifest(join(folder, name))));
	return names.filter((_, at) => areArchives[at]);
}

/** Suggests the archive folders whose names are near; uses another hint if there are none. */
export async function suggestArchives(path: string, fallbackHint: string): Promise<ReturnType<typeof suggestion>> {
	const near = nearNames(basename(path), await findArchivesIn(dirname(path)));
	return suggestion(
		near.map(name => join(dirname(path), name)),
		fallbackHint,
	);
}

async function createReadError(path: string, maker: SyncCommand, cause: NodeJS.ErrnoException): Promise<CliError> {
	if (cause.code !== 'ENOENT') return new CliError('usage', `${path} cannot be read`, {hint: inputHint, cause});
	const hint = `${inputHint}; or create an archive folder: ${formatSyncCommand(maker, path)}`;
	const isDefault = path === logKinds[maker.kind].folder;
	const text = isDefault ? `there is no archive in ${path}` : `${path} does not exist`;
	return new CliError('usage', text, {...(await suggestArchives(path, hint)), cause});
}

async function createNoFilesError(path: string, maker: SyncCommand): Promise<CliError> {
	const place = path === '.' ? 'the current folder' : path;
	const archives = (await findArchivesIn(path)).map(name => join(path, name));
	const command = formatSyncCommand(maker, path === '.' ? logKinds[maker.kind].folder : path);
	const hint = `${inputHint}; or create an archive folder: ${command}`;
	return new CliError(
		'usage',
		`${place} contains no ${logKinds[maker.kind].files}`,
		suggestion(archives.slice(0, 3), hint),
	);
}

const isReadable = (name: string) => /\.(zip|csv)$/i.test(name) && !name.startsWith('.');

async function listLogFilesIn(folder: string, maker: SyncCommand): Promise<readonly string[]> {
	const {kind} = maker;
	const all = await readdir(folder).catch(async error => {
		throw await createReadError(folder, maker, error);
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
	const others = paths
		.filter(path => !named.some(each => each.path === path))
		.map(path => ({path, product: undefined, days: undefined}));
	const groups = groupBy(named, ({product, code}) => `${product} ${code}`);
	const chosen = [...groups.values()]
		.flatMap(chooseSources)
		.map(({file, days}) => ({path: file.path, product: file.product, days}));
	return [...chosen, ...others];
}

/** Throws CliError (usage) for unreadable paths, links out of a repository, and folders without log files. */
export async function readInputs(paths: readonly string[], maker: SyncCommand): Promise<InputPaths> {
	const folders: string[] = [];
	const files: string[] = [];
	for (const path of paths) {
		await validateStaysInRepository(path);
		const found = await stat(path).catch(async error => {
			throw await createReadError(path, maker, error);
		});
		if (!found.isDirectory()) files.push(path);
		else if (await hasManifest(path)) folders.push(await resolveLinks(path));
		else {
			const listed = await listLogFilesIn(path, maker);
			if (listed.length === 0) throw await createNoFilesError(path, maker);
			for (const each of listed) await validateStaysInRepository(each);
			files.push(...listed);
		}
	}
	return {folders, files: chooseInputFiles(files)};
}
