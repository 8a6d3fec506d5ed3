import {createRejection} from '../zip-rejection.ts';
import {normalizePath} from './entry-name.ts';
import {type ClaimedEntry, type ZipEntry, zipFlags} from './zip-entry.ts';
import type {ZipLimits} from './zip-limits.ts';

/** With or without signature, with sizes of 4 or 8 bytes (APPNOTE 4.3.9). */
const descriptorLengths = [12, 16, 20, 24];

export function validateTotals(entries: readonly ZipEntry[], {bytes}: ZipLimits): void {
	const total = entries.reduce((sum, {size}) => sum + size, 0);
	if (total > bytes)
		throw createRejection('unsafe', `the archive unpacks to ${total} bytes; at most ${bytes} were expected`);
}

export function validateRatios(entries: readonly ZipEntry[], {ratio, minRatioBytes}: ZipLimits): void {
	const index = entries.findIndex(({size, compressedSize}) => size > minRatioBytes && size > compressedSize * ratio);
	if (index >= 0)
		throw createRejection('ratio', `entry ${index + 1} of the archive unpacks to more than ${ratio} times its size`);
}

/** Throws if two entries have the same path, or one has the path of another's folder (test/faults.md D5). */
export function validatePaths(entries: readonly ZipEntry[]): void {
	const files = new Set<string>();
	const folders = new Set<string>();
	for (const [index, {path, folder, isMetadata}] of entries.entries()) {
		if (isMetadata) continue;
		const name = normalizePath(path);
		const parent = normalizePath(path.slice(0, -1));
		const taken = folder ? files.has(name) : files.has(name) || folders.has(name);
		if (taken || files.has(parent))
			throw createRejection('unsafe', `entry ${index + 1} of the archive has the same name as another one`);
		(folder ? folders : files).add(name);
		folders.add(parent);
	}
}

/**
 * Throws unless entries and directory follow each other without gaps from the first byte on: overlapping entries can
 * unpack the same bytes many times, and gaps can hide other content (test/faults.md D8, D13, D14).
 */
export function validateLayout(entries: readonly ClaimedEntry[], directoryStart: number): void {
	let end = 0;
	let gaps: readonly number[] = [0];
	const check = (start: number) => {
		if (start < end) throw createRejection('unsafe', 'entries of the archive overlap');
		if (!gaps.includes(start - end))
			throw createRejection('unsafe', 'the archive contains bytes that belong to no entry');
	};
	for (const {headerOffset, local, compressedSize, flags} of entries.toSorted(
		(a, b) => a.headerOffset - b.headerOffset,
	)) {
		check(headerOffset);
		end = local.dataStart + compressedSize;
		gaps = (flags & zipFlags.descriptor) === 0 ? [0] : descriptorLengths;
	}
	check(directoryStart);
}
