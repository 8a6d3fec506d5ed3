import type {Assumed} from '../assumptions/table.ts';
import {addDays} from '../calendar.ts';
import type {Database} from '../store/database.ts';
import {csvHeader, csvRecord} from './csv.ts';
import {getFirstFileDay} from './file-plan.ts';
import type {ListedFile, LogArchive, LogSource} from './log-archive.ts';
import {getFieldNames, readLastLines} from './log-lines.ts';
import {repeatingZip} from './zip-stream.ts';

export type BulkParts = {
	readonly database: Database;
	readonly assume: Assumed;
	readonly product: number;
	/** Bytes of CSV, about. */
	readonly bytes: number;
};

/** Records that are repeated: enough for deflate, and for the file to be whole blocks. */
const blockBytes = 1 << 20;
const linesOfBlock = 1000;

/** Lines that the product really has, again and again, until there is a block of them. */
async function createBlock({database, assume, product}: BulkParts, until: string): Promise<Buffer> {
	const range = {kind: 'exceptions', product, from: '1970-01-01', to: until.slice(0, 10), until} as const;
	const lines = await readLastLines(database, range, linesOfBlock);
	const records = lines.map(line => csvRecord(line, assume)).join('');
	return Buffer.from(records === '' ? '' : records.repeat(Math.ceil(blockBytes / Buffer.byteLength(records))));
}

/** The month before those that have files. */
function getMonth(today: string, assume: Assumed): {readonly from: string; readonly to: string} {
	const to = addDays(getFirstFileDay(today, assume).monthly, -1);
	return {from: `${to.slice(0, 8)}01`, to};
}

/** The archive with one more monthly file of exceptions, however large, that is never held in memory. */
export function withBulkFile(archive: LogArchive, parts: BulkParts): LogArchive {
	const {assume, product, bytes} = parts;
	let block: Promise<Buffer> | undefined;

	const nameOf = ({until}: LogSource): string => {
		const {from, to} = getMonth(until.slice(0, 10), assume);
		return `${product}_exc_${from}_to_${to}.zip`;
	};
	const concerns = ({kind, product: asked}: LogSource) => kind === 'exceptions' && asked === product;
	const make = async (source: LogSource) => {
		block ??= createBlock(parts, source.until);
		const head = Buffer.from(csvHeader(getFieldNames('exceptions', assume), assume));
		const repeated = await block;
		const times = repeated.length === 0 ? 0 : Math.max(1, Math.ceil((bytes - head.length) / repeated.length));
		const member = {name: nameOf(source).replace(/\.zip$/, '.csv'), day: source.until.slice(0, 10)};
		return repeatingZip(member, {head, block: repeated, times});
	};

	return {
		list: async source => {
			const files = await archive.list(source);
			if (!concerns(source)) return files;
			const {length, plain} = await make(source);
			const month = getMonth(source.until.slice(0, 10), assume);
			const bulk: ListedFile = {
				...month,
				fileName: nameOf(source),
				form: 'monthly',
				plainBytes: plain,
				zippedBytes: length,
			};
			return [...files.filter(file => file.form !== 'monthly'), bulk, ...files.filter(file => file.form === 'monthly')];
		},
		has: async (source, fileName) =>
			(concerns(source) && fileName === nameOf(source)) || (await archive.has(source, fileName)),
		open: async (source, fileName) =>
			concerns(source) && fileName === nameOf(source) ? (await make(source)).pieces() : archive.open(source, fileName),
	};
}
