import type {Dataset} from '../../output/dataset.ts';
import type {FileFormat, ToFile} from '../../output/formats.ts';
import type {Sink} from '../../ports.ts';
import type {Globals} from '../definition/globals.ts';

type Parts = {
	readonly globals: Globals;
	readonly sink: Sink;
	readonly stateDir: string;
	readonly signal: AbortSignal;
	readonly note: (text: string) => void;
};

const load: Readonly<Record<FileFormat, (parts: Parts) => Promise<ToFile>>> = {
	xlsx: async () => (await import('../../output/formats/xlsx-format.ts')).toXlsx,
	parquet: async parts => (await import('../../archive/tables/write-parquet.ts')).createToParquet(parts),
};

export async function writeFileFormat(data: Dataset, format: FileFormat, parts: Parts): Promise<number> {
	const {globals, sink, note} = parts;
	let rows = 0;
	const counted = async function* () {
		for await (const block of data.blocks) {
			rows += block.length;
			yield block;
		}
	};
	const toFile = await load[format](parts);
	for await (const chunk of toFile({...data, blocks: counted()}, {header: globals.header, note}))
		await sink.write(chunk);
	return rows;
}
