import {mkdir, open} from 'node:fs/promises';
import {readDirectory} from '../../src/archive/zip/directory.ts';
import {readEntry} from '../../src/archive/zip/inflate.ts';
import {getLimits} from '../../src/archive/zip/limits.ts';
import {unpackInto} from '../../src/archive/zip/unpack.ts';

/** What `unzip -o ZIP -d FOLDER` does, by our code; without a folder what `unzip -p ZIP` does. */
const [, , archive = '', folder] = process.argv;
const file = await open(archive);
const entries = await readDirectory(file, getLimits(2 ** 40));
if (folder) {
	await mkdir(folder, {recursive: true});
	await unpackInto(file, entries, folder);
} else {
	for (const entry of entries)
		for await (const chunk of readEntry(file, entry))
			if (!process.stdout.write(chunk)) await new Promise(resolve => process.stdout.once('drain', resolve));
}
await file.close();
