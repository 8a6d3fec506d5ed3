import type {CheckOptions, FileShape, Targets} from './check-options.ts';
import {readCsv} from './csv-rows.ts';
import {CsvTaker} from './csv-taker.ts';
import {findDelimiter} from './delimiter.ts';
import {findColumn, type Naming} from './header.ts';
import {readJson} from './json-rows.ts';
import {takeJson} from './json-taker.ts';
import {fileError, type Problem} from './problem.ts';
import type {Source} from './source.ts';

/**
 * Reads the whole file once and sorts its rows: good ones go to the intake, mistakes to `problems`. Nothing stops at the
 * first mistake, except a header that cannot be used. Throws CliError usage for a file without rows or text.
 */
export async function checkFile(source: Source, options: CheckOptions, targets: Targets): Promise<FileShape> {
	const {start, chunks} = await peek(source.text());
	const json = /^\s*[[{]/.test(start);
	const shape = json ? await checkJson(chunks, options, targets) : await checkCsv({start, chunks}, options, targets);
	if (targets.intake.rows + targets.problems.count() === 0) {
		throw fileError(`${source.name} has no rows`, {hint: 'usagectl keys template prints a file to start from'});
	}
	return shape;
}

const lineFeed = 10;

type Peeked = {readonly start: string; readonly chunks: AsyncIterable<Buffer>};

/** The begin of a text with its first line, and the whole text again. */
async function peek(text: AsyncIterable<Buffer>): Promise<Peeked> {
	const iterator = text[Symbol.asyncIterator]();
	let head: Buffer = Buffer.alloc(0);
	while (!/\S.*[\r\n]/.test(head.toString()) && head.length < 65_536) {
		const next = await iterator.next();
		if (next.done) break;
		head = Buffer.concat([head, next.value]);
	}
	const firstLine = head.indexOf(lineFeed) + 1;
	const chunks = (async function* () {
		// By itself: once the header is known, rows below it can be told by their bytes.
		yield head.subarray(0, firstLine);
		yield head.subarray(firstLine);
		yield* {[Symbol.asyncIterator]: () => iterator};
	})();
	return {start: head.toString(), chunks};
}

const isKeyOf = (naming: Naming) => (name: string) => {
	const column = findColumn(name, naming);
	return column !== 'skip' && 'print' in column && column.name === 'licenseKey';
};

const byPlace = (a: Problem, b: Problem) => a.line - b.line || a.column - b.column;

async function checkCsv({start, chunks}: Peeked, options: CheckOptions, targets: Targets): Promise<FileShape> {
	const header = /^\s*([^\r\n]*)/.exec(start)?.[1] ?? '';
	const delimiter = options.delimiter ?? findDelimiter(header, isKeyOf(options.naming));
	const taker = new CsvTaker({...options, delimiter}, targets.intake);
	for await (const block of readCsv(chunks, delimiter, () => taker.findPlain)) {
		targets.problems.add(taker.take(block).sort(byPlace));
		if (taker.unusable) break;
		await Promise.all([targets.intake.settle(), targets.problems.settle()]);
	}
	const {columns, reading, unusable} = taker;
	return {format: 'csv', columns, ...(unusable ? {unusable} : {reading})};
}

async function checkJson(chunks: AsyncIterable<Buffer>, options: CheckOptions, targets: Targets): Promise<FileShape> {
	for await (const block of readJson(chunks)) {
		targets.problems.add(takeJson(block, options, targets.intake).sort(byPlace));
		await Promise.all([targets.intake.settle(), targets.problems.settle()]);
	}
	return {format: 'json', columns: []};
}
