import {Buffer} from 'node:buffer';
import {buffer} from 'node:stream/consumers';
import yauzl from 'yauzl';
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

/**
 * Checks an .xlsx file against limits of size, and returns a workbook without compression that has only the cells and what
 * they need. Throws WorkbookError.
 */
export async function extractCells(file: Buffer): Promise<Buffer> {
	const zip = await yauzl.fromBufferPromise(file);
	const slim = new yazl.ZipFile();
	let left = maxBytes;
	for await (const entry of zip.eachEntry()) {
		const name = entry.fileName;
		if (!neededPart.test(name)) continue;
		left -= entry.uncompressedSize;
		if (left < 0 || entry.uncompressedSize > limitOf(name).bytes) throw new WorkbookError(tooLarge);
		// Throws if the entry unpacks to another size than the directory says.
		const content = await buffer(await zip.openReadStreamPromise(entry));
		checkPart(name, content);
		slim.addBuffer(sheetPart.test(name) ? cutToCells(content) : content, name, {compress: false});
	}
	slim.end();
	return buffer(slim.outputStream);
}
