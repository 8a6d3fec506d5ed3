import {addDays, dayNumber, dayText} from '../../calendar.ts';
import {groupBy} from '../../text/group-by.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import type {Database} from '../store/database.ts';
import type {FileArchive, FileSource} from './file-archive.ts';
import {getFirstFileDay} from './file-plan.ts';
import {csvRecord} from './quoted-record.ts';
import {createZip} from './zip.ts';

/** Files of raw events, one for each complete day with events (docs/service.md#newer-raw-events). */

type Source = FileSource<'rawEvents'>;
type RawFile = {readonly fileName: string; readonly day: string; readonly zippedBytes: number};
export type RawArchive = FileArchive<'rawEvents', RawFile>;

type Use = {
	readonly date: number;
	readonly clientId: string;
	readonly category: string | null;
	readonly name: string;
	readonly uses: number;
};

const usesSql = `SELECT used.date, client.clientId, event.category, event.name, used.uses
	FROM event_usage AS used JOIN installation AS client USING (installation) JOIN event ON event.event = used.event AND event.productId = $1
	WHERE used.productId = $1 AND used.date BETWEEN $2 AND $3 ORDER BY used.date DESC, client.clientId, event.event`;

const header = ['date', 'clientId', 'event.category', 'event.name', 'event.count'] as const;

const toLine = ({date, clientId, category, name, uses}: Use, options: SandboxOptions): string =>
	options['raw-content'] === 'csv'
		? csvRecord([dayText(date), clientId, category ?? '', name, String(uses)], options)
		: `${JSON.stringify({date: dayText(date), clientId, category, name, count: uses})}\n`;

export function createRawArchive({database, options}: {database: Database; options: SandboxOptions}): RawArchive {
	const fileName = (product: number, day: string) => `${product}_${day}.zip`;
	const extension = options['raw-content'] === 'csv' ? '.csv' : '.ndjson';

	async function readUses({product, until}: Source, day?: string) {
		const today = until.slice(0, 10);
		const [first, last] = day ? [day, day] : [getFirstFileDay(today, options).daily, addDays(today, -1)];
		return database.rows<Use>(usesSql, [product, dayNumber(first), dayNumber(last)]);
	}

	async function* texts(uses: readonly Use[]): AsyncGenerator<string> {
		if (options['raw-content'] === 'csv') yield csvRecord(header, options);
		yield uses.map(use => toLine(use, options)).join('');
	}
	const zip = (name: string, day: string, uses: readonly Use[]) =>
		createZip({name: name.replace(/\.zip$/, extension), day}, texts(uses));

	async function measure(product: number, date: number, uses: readonly Use[]): Promise<RawFile> {
		const day = dayText(date);
		const name = fileName(product, day);
		let zippedBytes = 0;
		for await (const piece of zip(name, day, uses)) zippedBytes += piece.length;
		return {fileName: name, day, zippedBytes};
	}

	/** Returns no uses for a name that is not listed. */
	async function find(source: Source, name: string) {
		const day = /_(\d{4}-\d\d-\d\d)\.zip$/.exec(name)?.[1] ?? '';
		const {daily} = getFirstFileDay(source.until.slice(0, 10), options);
		const isKept = name === fileName(source.product, day) && day >= daily && day < source.until.slice(0, 10);
		return {day, uses: isKept ? await readUses(source, day) : []};
	}

	return {
		list: async source => {
			const days = groupBy(await readUses(source), ({date}) => date);
			const files: RawFile[] = [];
			for (const [date, uses] of days) files.push(await measure(source.product, date, uses));
			return files;
		},
		has: async (source, name) => (await find(source, name)).uses.length > 0,
		open: async (source, name) => {
			const {day, uses} = await find(source, name);
			return uses.length > 0 ? zip(name, day, uses) : undefined;
		},
	};
}
