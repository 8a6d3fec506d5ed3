import {Buffer} from 'node:buffer';
import {promisify} from 'node:util';
import yauzl, {type Entry, type ZipFile} from 'yauzl';
import yazl from 'yazl';

/** Thrown for a workbook that cannot be read; the message continues "keys.xlsx: …". */
export class WorkbookError extends Error {
	override readonly name = 'WorkbookError';
	readonly hint: string;

	constructor(message: string, hint = 'save the sheet as CSV, and give that file') {
		super(message);
		this.hint = hint;
	}
}

/** The parts that hold cells, texts and number formats. Drawings, comments, macros and other parts are not unpacked. */
const neededPart =
	/^(?:\[Content_Types\]\.xml|(?:_rels|xl\/_rels)\/[^/]*\.rels|xl\/[^/]+\.xml|xl\/worksheets\/[^/]+\.xml)$/i;
const sheetPart = /^xl\/worksheets\//i;

const mebibyte = 2 ** 20;
const maxBytes = 96 * mebibyte;
/** The library builds a tree of every part that is not a sheet, of about 200 bytes per tag. */
const limits = {sheet: {bytes: 64 * mebibyte, tags: 6_000_000}, other: {bytes: 16 * mebibyte, tags: 1_500_000}};

const tooLarge = 'the workbook is too large: at most about 100,000 rows can be read';

const limitOf = (name: string) => (sheetPart.test(name) ? limits.sheet : limits.other);

function checkPart(name: string, content: Buffer): void {
	let tags = 0;
	for (let at = content.indexOf('<'); at !== -1; at = content.indexOf('<', at + 1)) tags++;
	if (tags > limitOf(name).tags) throw new WorkbookError(tooLarge);
	// Entities are defined there. No spreadsheet program writes any.
	if (content.includes('<!DOCTYPE')) throw new WorkbookError('the workbook has a document type definition');
}

/** Keeps only the cells: column widths, merged cells and the like can name millions of cells in a few bytes. */
function cutToCells(sheet: Buffer): Buffer {
	const text = sheet.toString();
	const [open, name] = /<((?:[\w-]+:)?sheetData)(?=[\s>])[^>]*>/.exec(text) ?? [];
	if (open === undefined || open.endsWith('/>')) return Buffer.from('<worksheet/>');
	const start = text.indexOf(open);
	const close = `</${name}>`;
	const end = text.indexOf(close, start);
	if (end === -1) throw new WorkbookError('the workbook is damaged: a sheet has no end');
	return Buffer.from(`<worksheet>${text.slice(start, end + close.length)}</worksheet>`);
}

async function* listEntries(zip: ZipFile): AsyncGenerator<Entry> {
	for (;;) {
		const entry = await new Promise<Entry | undefined>((resolve, reject) => {
			zip
				.once('entry', resolve)
				.once('end', () => resolve(undefined))
				.once('error', reject);
			zip.readEntry();
		});
		zip.removeAllListeners();
		if (entry === undefined) return;
		yield entry;
	}
}

/** yauzl throws if an entry unpacks to another size than the directory says. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
	const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
		zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
	});
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/**
 * Checks an .xlsx file against limits of size, and returns a workbook without compression that has only the cells and what
 * they need. Throws WorkbookError.
 */
export async function extractCells(file: Buffer): Promise<Buffer> {
	const zip = await promisify<Buffer, yauzl.Options, ZipFile>(yauzl.fromBuffer)(file, {lazyEntries: true});
	const slim = new yazl.ZipFile();
	let left = maxBytes;
	for await (const entry of listEntries(zip)) {
		const name = entry.fileName;
		if (!neededPart.test(name)) continue;
		left -= entry.uncompressedSize;
		if (left < 0 || entry.uncompressedSize > limitOf(name).bytes) throw new WorkbookError(tooLarge);
		const content = await unpack(zip, entry);
		checkPart(name, content);
		slim.addBuffer(sheetPart.test(name) ? cutToCells(content) : content, name, {compress: false});
	}
	slim.end();
	const chunks: Buffer[] = [];
	for await (const chunk of slim.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
	return Buffer.concat(chunks);
}
