import {lstat, readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {isOwn, isWritableByOthers} from './platform.ts';
import {getIdentity, hasEnded, type ProcessIdentity} from './process-identity.ts';

/**
 * Incomplete files and folders are named `.usagectl-HOST-BOOT-PID-START-RANDOM.part`. The name identifies the process,
 * so that the remains of killed runs can be removed without touching files of running ones.
 */

/** FNV-1a as 8 hex digits. Node's own checksums would load zlib into every run. */
function hashText(text: string): string {
	let value = 0x811c9dc5;
	for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
	return (value >>> 0).toString(16).padStart(8, '0');
}
const withHashes = ({host, boot, ...rest}: ProcessIdentity): ProcessIdentity => ({
	...rest,
	host: hashText(host),
	boot: hashText(boot),
});

export function createTemporaryName(): string {
	const {host, boot, pid, started} = withHashes(getIdentity());
	const random = Math.floor(Math.random() * 2 ** 48).toString(16);
	return `.usagectl-${host}-${boot}-${pid}-${started}-${random}.part`;
}

const temporaryNamePattern = /^\.usagectl-([\da-f]{8})-([\da-f]{8})-(\d+)-(\d*)-[\da-f]+\.part$/;

function parseTemporaryName(name: string): ProcessIdentity | undefined {
	const [, host, boot, pid, started] = temporaryNamePattern.exec(name) ?? [];
	if (host === undefined || boot === undefined || started === undefined) return undefined;
	return {host, boot, pid: Number(pid), started};
}

async function removeLeftover(path: string, owner: ProcessIdentity): Promise<void> {
	const found = await lstat(path);
	// Others could have forged it, or could change it while it is being removed.
	if (!isOwn(found) || (found.isDirectory() && isWritableByOthers(found))) return;
	const isLeftover = hasEnded(owner, {self: withHashes(getIdentity()), touched: found.mtime, now: new Date()});
	if (isLeftover) await rm(path, {recursive: true, force: true});
}

/**
 * Removes temporary files and folders of ended processes: only those of this user, without following links. Never
 * fails, because the run does not depend on it.
 */
export async function removeLeftovers(folder: string): Promise<void> {
	for (const name of await readdir(folder).catch(() => [])) {
		const owner = parseTemporaryName(name);
		if (owner) await removeLeftover(join(folder, name), owner).catch(() => undefined);
	}
}
