import type {Dataset} from '../../output/dataset.ts';
import type {FileFormat, ToFile} from '../../output/formats.ts';
import type {Sink} from '../../ports.ts';
import type {Globals} from '../definition/globals.ts';

/** The number of the rows, and footnotes about what was changed or left out in them. */
export type WrittenRows = {readonly rows: number; readonly notes: readonly string[]};

type Parts = {
	readonly globals: Globals;
	readonly sink: Sink;
	readonly stateDir: string;
	readonly signal: AbortSignal;
};

const load: Readonly<Record<FileFormat, (parts: Parts) => Promise<ToFile>>> = {
	xlsx: async () => (await import('../../output/formats/xlsx-format.ts')).toXlsx,
	parquet: async parts => (await import('../../archive/sql/write-parquet.ts')).createToParquet(parts),
};

export async function writeFileFormat(data: Dataset, format: FileFormat, parts: Parts): Promise<WrittenRows> {
	const {globals, sink} = parts;
	let rows = 0;
	const counted = async function* () {
		for await (const block of data.blocks) {
			rows += block.length;
			yield block;
		}
	};
	const toFile = await load[format](parts);
	const {chunks, notes} = toFile({...data, blocks: counted()}, {header: globals.header});
	for await (const chunk of chunks) await sink.write(chunk);
	return {rows, notes: notes?.() ?? []};
}
