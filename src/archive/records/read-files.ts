import {join} from 'node:path';
import {forEachCsv} from '../csv/csv-contents.ts';
import {createFileTally, describeTally, type Reject} from '../csv/file-tally.ts';
import {type Batch, readCsv} from '../csv/read-csv.ts';
import {RejectFile} from '../csv/reject-file.ts';
import type {Engine} from '../sql/engine.ts';
import {getUsedColumns} from '../sql/record-relations.ts';
import type {InputFile} from './input-paths.ts';
import {describeMissingRows, type ReadFile, validateReadable} from './missing-rows.ts';
import type {RecordPorts, RecordRequest} from './record-ports.ts';
import {addBatch} from './stored-records.ts';

export type ReadContext = {
	readonly ports: RecordPorts;
	readonly request: RecordRequest;
	readonly work: string;
	readonly engine: Engine;
};

/** Says what was not read of the files. Throws CliError (damaged) if nothing of a file was. */
async function reportFiles(files: readonly ReadFile[], {ports, request}: ReadContext): Promise<void> {
	for (const {name, tally} of files)
		for (const note of describeTally(name, tally, ports.kind === 'exceptions')) await ports.footnote(note);
	validateReadable(files);
	for (const {name, tally} of files)
		if (!tally.hasHeader && tally.rejected === 0) await ports.incomplete(`${name} is empty: it has no header`);
	const missing = describeMissingRows(files);
	if (missing === undefined) return;
	await ports.incomplete(request.rejects === undefined ? `${missing} (--rejects FILE saves them)` : missing);
}

/** Reads files into tables of the engine. Throws CliError: `damaged`, `disk`. */
export async function readFiles(files: readonly InputFile[], context: ReadContext): Promise<void> {
	const {ports, request, work, engine} = context;
	const {kind, progress, signal} = ports;
	const rejects = new RejectFile(join(work, 'rejects.ndjson'));
	const {advance, end} = progress.start({what: 'reading', unit: 'bytes'});
	const report = async function* (content: AsyncIterable<Buffer>) {
		for await (const chunk of content) {
			signal.throwIfAborted();
			advance(chunk.length);
			yield chunk;
		}
	};
	const onlyColumns = getUsedColumns(kind, request.filter);
	const read: ReadFile[] = [];
	try {
		for (const {path, days} of files) {
			const tally = createFileTally();
			const onBatch = (batch: Batch) => addBatch({engine, kind, filter: request.filter}, batch, days);
			const onRejects = (found: readonly Reject[]) => rejects.add(path, found);
			const readContent = (content: AsyncIterable<Buffer>) =>
				readCsv(report(content), {engine, kind, tally, onlyColumns, onBatch, onRejects});
			await forEachCsv(path, readContent, {tally, maxRatio: request.maxRatio});
			read.push({name: path, tally});
		}
		if (request.rejects !== undefined) await rejects.publish(request.rejects);
	} finally {
		end();
	}
	await reportFiles(read, context);
}
