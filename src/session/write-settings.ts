import {mkdir, readFile, rm} from 'node:fs/promises';
import {isDeepStrictEqual} from 'node:util';
import {CliError} from '../errors.ts';
import {moveFile} from '../files/platform.ts';
import {followLink} from '../files/private-file.ts';
import {parseStored, type StoredSettings} from './stored-settings.ts';

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
	await moveFile(conf.path, path);
}

/** Replaces the settings as one step. Throws CliError `disk`; the old ones are then untouched. */
export async function writeSettings(path: string, next: StoredSettings): Promise<void> {
	const target = await followLink(path);
	const aside = `${target}.aside`;
	try {
		await rm(aside, {recursive: true, force: true});
		await mkdir(aside, {mode: 0o700});
		await writeWithConf(aside, target, next);
	} catch (error) {
		throw error instanceof CliError && error.details.code === 'disk' ? error : notWritten(path, error);
	} finally {
		await rm(aside, {recursive: true, force: true}).catch(() => undefined);
	}
}
