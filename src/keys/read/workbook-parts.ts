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

const maxMerged = 20_000;

/** Other files that are zip archives, by an entry of each. */
const otherFormats: readonly (readonly [entry: RegExp, name: string])[] = [
	[/^content\.xml$/, 'an OpenDocument spreadsheet (.ods)'],
	[/^xl\/workbook\.bin$/i, 'a binary workbook (.xlsb)'],
	[/^Index(?:\.zip|\/Document\.iwa)$/, 'a Numbers document'],
];

function rejectOtherFormat(entry: string): void {
	const [, name] = otherFormats.find(([pattern]) => pattern.test(entry)) ?? [];
	if (name) throw new WorkbookError(`this is ${name}`, 'save it as .xlsx or .csv, and give that file');
}

/** Removes the sheets that have no cells, such as charts and dialogs. */
function keepDataSheets(workbook: string, relations: string): string {
	const dataSheets = new Set(
		[...relations.matchAll(/<Relationship\s[^>]*>/g)]
			.filter(([tag]) => /\sType="[^"]*\/worksheet"/.test(tag))
			.map(([tag]) => /\sId="([^"]*)"/.exec(tag)?.[1]),
	);
	return workbook.replace(/<(?:\w+:)?sheet\s[^>]*\/>/g, tag =>
		dataSheets.has(/\s\w+:id="([^"]*)"/.exec(tag)?.[1]) ? tag : '',
	);
}

/** Keeps only the cells and which are merged: column widths and the like can name millions of cells in a few bytes. */
function cutToCells(sheet: Buffer): Buffer {
	const text = sheet.toString();
	const [open, name] = /<((?:[\w-]+:)?sheetData)(?=[\s>])[^>]*>/.exec(text) ?? [];
	if (open === undefined || open.endsWith('/>')) return Buffer.from('<worksheet/>');
	const start = text.indexOf(open);
	const close = `</${name}>`;
	const end = text.indexOf(close, start);
	if (end === -1) throw new WorkbookError('the workbook is damaged: a sheet has no end');
	const merged = text.slice(end).match(/<(?:\w+:)?mergeCell\s[^>]*>/g) ?? [];
	if (merged.length > maxMerged) throw new WorkbookError(`a sheet has more than ${maxMerged} merged cells`);
	const refs = merged.map(tag => `<mergeCell ref="${/\sref="([A-Z\d:]*)"/.exec(tag)?.[1] ?? ''}"/>`);
	const merges = refs.length > 0 ? `<mergeCells>${refs.join('')}</mergeCells>` : '';
	return Buffer.from(`<worksheet>${text.slice(start, end + close.length)}${merges}</worksheet>`);
}

/**
 * Checks an .xlsx file against limits of size, and returns a workbook without compression that has only the cells and what
 * they need. Throws WorkbookError.
 */
export async function extractCells(file: Buffer): Promise<Buffer> {
	const zip = await yauzl.fromBufferPromise(file);
	const slim = new yazl.ZipFile();
	const kept = new Map<string, Buffer>();
	let left = maxBytes;
	for await (const entry of zip.eachEntry()) {
		const name = entry.fileName;
		rejectOtherFormat(name);
		if (!neededPart.test(name)) continue;
		left -= entry.uncompressedSize;
		if (left < 0 || entry.uncompressedSize > limitOf(name).bytes) throw new WorkbookError(tooLarge);
		// Throws if the entry unpacks to another size than the directory says.
		const content = await buffer(await zip.openReadStreamPromise(entry));
		checkPart(name, content);
		kept.set(name, sheetPart.test(name) ? cutToCells(content) : content);
	}
	const workbook = kept.get('xl/workbook.xml');
	const relations = kept.get('xl/_rels/workbook.xml.rels');
	if (workbook && relations)
		kept.set('xl/workbook.xml', Buffer.from(keepDataSheets(workbook.toString(), relations.toString())));
	for (const [name, content] of kept) slim.addBuffer(content, name, {compress: false});
	slim.end();
	return buffer(slim.outputStream);
}
