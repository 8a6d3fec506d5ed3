import {mkdir, readFile, rename, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {CliError} from '../errors.ts';
import type {Clock} from '../ports.ts';
import {withLock} from './lock.ts';
import {ensurePrivateFolder, followLink, readPrivateFile, syncFolder} from './private-file.ts';
import {parseStored, type StoredSettings} from './stored-settings.ts';

export type SettingsStore = {
	readonly path: string;
	readonly read: () => Promise<StoredSettings>;
	/** Reads, changes and writes under a lock: parallel runs lose nothing of each other. */
	readonly update: (change: (stored: StoredSettings) => StoredSettings) => Promise<void>;
};

/** The disk took something else than was written: a full one, as a rule. */
const notWritten = (path: string, cause?: unknown) =>
	new CliError('disk', `the settings could not be written to ${path}${cause ? `: ${(cause as Error).message}` : ''}`, {
		hint: 'the old settings are untouched; make room on the disk, or set USAGECTL_CONFIG_DIR to another folder',
		code: 'disk',
		...(cause === undefined ? {} : {cause}),
	});

/**
 * conf writes into a folder aside, is read back, and only then takes the file's place: on a full disk conf cuts its file
 * short and says nothing (reliability.md, finding 1).
 */
async function writeWithConf(aside: string, path: string, next: StoredSettings): Promise<void> {
	const {default: Conf} = await import('conf');
	const conf = new Conf<StoredSettings>({
		cwd: aside,
		configName: 'settings',
		configFileMode: 0o600,
		accessPropertiesByDotNotation: false,
	});
	conf.store = next;
	const written = await readFile(conf.path, 'utf8');
	if (!isDeepStrictEqual(parseStored(written, conf.path), next)) throw notWritten(path);
	await rename(conf.path, path);
}

export function createSettingsStore({
	configDir,
	clock,
}: {
	readonly configDir: string;
	readonly clock: Clock;
}): SettingsStore {
	const path = join(configDir, 'settings.json');
	const read = async () => parseStored(await readPrivateFile(path), path);
	const write = async (next: StoredSettings) => {
		const target = await followLink(path);
		const aside = `${target}.aside`;
		try {
			await rm(aside, {recursive: true, force: true});
			await mkdir(aside, {mode: 0o700});
			await writeWithConf(aside, target, next);
			await syncFolder(dirname(target));
		} catch (error) {
			throw error instanceof CliError && error.details.code === 'disk' ? error : notWritten(path, error);
		} finally {
			await rm(aside, {recursive: true, force: true}).catch(() => undefined);
		}
	};
	return {
		path,
		read,
		update: async change => {
			await ensurePrivateFolder(configDir);
			await withLock({folder: configDir, name: 'settings', clock, waitMs: 10_000}, async () =>
				write(change(await read())),
			);
		},
	};
}
