import {open} from 'node:fs/promises';
import {readEntry} from '../../src/archive/zip/read-entry.ts';
import {readDirectory} from '../../src/archive/zip/zip-directory.ts';
import {getZipLimits} from '../../src/archive/zip/zip-limits.ts';

/** What `unzip -p ZIP` does, by our code. */
async function main(path: string): Promise<void> {
	const file = await open(path);
	for (const entry of await readDirectory(file, getZipLimits(2 ** 40)))
		for await (const chunk of readEntry(file, entry))
			if (!process.stdout.write(chunk)) await new Promise(resolve => process.stdout.once('drain', resolve));
	await file.close();
}

void main(process.argv[2] ?? '');
