import {mkdir, open, rename} from 'node:fs/promises';
import {dirname} from 'node:path';
import {syncFolder} from '../../session/private-file.ts';

/** Gives a finished file its name, in one step, and has both on the disk before it returns; folders on the way are made. */
export const placeFile = async (from: string, to: string): Promise<void> => {
	await mkdir(dirname(to), {recursive: true});
	const file = await open(from, 'r+');
	try {
		await file.sync();
	} finally {
		await file.close();
	}
	await rename(from, to);
	await syncFolder(dirname(to));
};
