import {Readable} from 'node:stream';
import {ZipFile} from 'yazl';

/**
 * Creates a zip archive with one member, compressed while it is read. The member has the date `day` (`YYYY-MM-DD`), so
 * that the same texts give the same bytes.
 */
export function createZip(
	{name, day}: {name: string; day: string},
	texts: AsyncIterable<string | Uint8Array>,
): Readable {
	const zip = new ZipFile();
	const archive = zip.outputStream as Readable;
	const content = Readable.from(texts);
	// Zip archives store local time without a time zone.
	zip.addReadStream(content, name, {mtime: new Date(`${day}T00:00:00`), forceDosTimestamp: true});
	zip.end();
	content.once('error', error => archive.destroy(error));
	// Readers receive the error too; without a reader it must not end the process.
	archive.once('error', () => undefined);
	archive.once('close', () => content.destroy());
	return archive;
}

export async function countBytes(pieces: AsyncIterable<Uint8Array>): Promise<number> {
	let bytes = 0;
	for await (const piece of pieces) bytes += piece.length;
	return bytes;
}
