import {lstat, readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {isOwn, isWritableByOthers} from './platform.ts';
import {getIdentity, isDead, type ProcessIdentity} from './process-identity.ts';

/**
 * Files and folders that are not whole yet are called `.usagectl-HOST-BOOT-PID-START-RANDOM.part`: the name tells which process
 * made them, so that the leftovers of killed runs can be removed and the files of running ones are not touched.
 */

/** FNV-1a in 8 hexadecimal digits. Node's own checksums would load zlib into every run. */
function hash(text: string): string {
	let value = 0x811c9dc5;
	for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
	return (value >>> 0).toString(16).padStart(8, '0');
}
const withHashes = ({host, boot, ...rest}: ProcessIdentity): ProcessIdentity => ({
	...rest,
	host: hash(host),
	boot: hash(boot),
});

/** A name for a temporary file or folder of this process. */
export function createTemporaryName(): string {
	const {host, boot, pid, started} = withHashes(getIdentity());
	const random = Math.floor(Math.random() * 2 ** 48).toString(16);
	return `.usagectl-${host}-${boot}-${pid}-${started}-${random}.part`;
}

const pattern = /^\.usagectl-([\da-f]{8})-([\da-f]{8})-(\d+)-(\d*)-[\da-f]+\.part$/;

/** The process that a temporary name belongs to; undefined for other names. */
function parseTemporaryName(name: string): ProcessIdentity | undefined {
	const [, host, boot, pid, started] = pattern.exec(name) ?? [];
	if (host === undefined || boot === undefined || started === undefined) return undefined;
	return {host, boot, pid: Number(pid), started};
}

async function removeLeftover(path: string, owner: ProcessIdentity): Promise<void> {
	const found = await lstat(path);
	// Others could have forged it, or could change it while it is being removed.
	if (!isOwn(found) || (found.isDirectory() && isWritableByOthers(found))) return;
	const isLeftover = isDead(owner, {self: withHashes(getIdentity()), touched: found.mtime, now: new Date()});
	if (isLeftover) await rm(path, {recursive: true, force: true});
}

/**
 * Removes the temporary files and folders of ended processes from a folder: only what belongs to this user, without following
 * links. Never fails: a leftover that cannot be removed, or a folder that cannot be read, does not concern the run.
 */
export async function removeLeftovers(folder: string): Promise<void> {
	for (const name of await readdir(folder).catch(() => [])) {
		const owner = parseTemporaryName(name);
		if (owner) await removeLeftover(join(folder, name), owner).catch(() => undefined);
	}
}
