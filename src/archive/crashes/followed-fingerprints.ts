import {join} from 'node:path';
import {CliError, placeIn} from '../../errors.ts';
import {writeFileAtomic} from '../../files/atomic-file.ts';
import {disk, isDiskError} from '../../files/disk.ts';
import {validateNoLinks} from '../archive-links.ts';

/**
 * A new version of the reader gives crashes new fingerprints. Beside the decisions of an archive, a text file has the
 * old and the new fingerprint of each decided crash, `OLD NEW` in each line, so that decisions follow their crashes. An
 * old fingerprint stands in several lines if the new rules tell its crashes apart.
 */

export const followedFile = 'crash-fingerprints.txt';

export type FollowedFingerprints = ReadonlyMap<string, ReadonlySet<string>>;

const linePattern = /^([0-9a-f]{16}) ([0-9a-f]{16})$/;

/** Returns nothing if the archive has no such file. Throws CliError: `usage`, `damaged` for a link, `disk`. */
export async function readFollowed(folder: string): Promise<FollowedFingerprints> {
	await validateNoLinks(folder, [followedFile]);
	const path = join(folder, followedFile);
	const text = await disk.readText(path).catch(error => {
		if (isDiskError(error, 'ENOENT', 'ENOTDIR')) return '';
		throw error;
	});
	const followed = new Map<string, Set<string>>();
	let start = 0;
	for (const line of text.split('\n')) {
		const [, old, now] = linePattern.exec(line.trimEnd()) ?? [];
		if (old !== undefined && now !== undefined) followed.set(old, (followed.get(old) ?? new Set()).add(now));
		else if (line.trim() !== '')
			throw new CliError('usage', 'expected an old and a new fingerprint', {
				hint: 'correct or delete the line',
				place: placeIn({name: path, text}, {start, end: start + line.length}),
			});
		start += line.length + 1;
	}
	return followed;
}

export async function writeFollowed(folder: string, followed: FollowedFingerprints): Promise<void> {
	const lines = [...followed].flatMap(([old, all]) => [...all].map(now => `${old} ${now}\n`));
	await writeFileAtomic(join(folder, followedFile), lines.sort().join(''), {mode: 0o666});
}

/** Returns the newest fingerprints of a crash, which are its own if no version of the reader changed it. */
export function findNewest(fingerprint: string, followed: FollowedFingerprints): readonly string[] {
	const seen = new Set([fingerprint]);
	for (const each of seen) for (const next of followed.get(each) ?? []) seen.add(next);
	return [...seen].filter(each => !followed.has(each) || followed.get(each)?.has(each));
}
