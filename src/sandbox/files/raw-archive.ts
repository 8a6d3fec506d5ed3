import {addDays, dayNumber, dayText} from '../../calendar.ts';
import {groupBy} from '../../text/group-by.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import {query, sql} from '../query/sql-template.ts';
import type {Database} from '../store/database.ts';
import {getFirstFileDay} from './file-plan.ts';
import type {LogSource} from './log-lines.ts';
import {csvRecord} from './quoted-record.ts';
import {countBytes, createZip} from './zip.ts';

/** Files of raw events, one for each complete day with events (docs/service.md#newer-raw-events). */

type Source = Omit<LogSource, 'kind'>;
type RawFile = {readonly fileName: string; readonly day: string; readonly zippedBytes: number};
type Use = {
	readonly date: number;
	readonly clientId: string;
	readonly category: string | null;
	readonly name: string;
	readonly uses: number;
};

const header = ['date', 'clientId', 'event.category', 'event.name', 'event.count'] as const;

const toLine = ({date, clientId, category, name, uses}: Use, options: SandboxOptions): string =>
	options['raw-content'] === 'csv'
		? csvRecord([dayText(date), clientId, category ?? '', name, String(uses)], options)
		: `${JSON.stringify({date: dayText(date), clientId, category, name, count: uses})}\n`;

export function createRawArchive({database, options}: {database: Database; options: SandboxOptions}) {
	const fileName = (product: number, day: string) => `${product}_${day}.zip`;
	const extension = options['raw-content'] === 'csv' ? '.csv' : '.ndjson';

	const readUses = (product: number, from: string, to: string) =>
		query<Use>(
			database,
			sql`SELECT used.date, client.clientId, event.category, event.name, used.uses
				FROM event_usage AS used JOIN installation AS client USING (installation)
				JOIN event ON event.event = used.event AND event.productId = ${product}
				WHERE used.productId = ${product} AND used.date BETWEEN ${dayNumber(from)} AND ${dayNumber(to)}
				ORDER BY used.date DESC, client.clientId, event.event`,
		);

	async function* texts(uses: readonly Use[]): AsyncGenerator<string> {
		if (options['raw-content'] === 'csv') yield csvRecord(header, options);
		yield uses.map(use => toLine(use, options)).join('');
	}
	const zip = (name: string, day: string, uses: readonly Use[]) =>
		createZip({name: name.replace(/\.zip$/, extension), day}, texts(uses));

	return {
		list: async ({product, until}: Source): Promise<readonly RawFile[]> => {
			const today = until.slice(0, 10);
			const uses = await readUses(product, getFirstFileDay(today, options).daily, addDays(today, -1));
			const files: RawFile[] = [];
			for (const [date, own] of groupBy(uses, each => each.date)) {
				const day = dayText(date);
				const name = fileName(product, day);
				files.push({fileName: name, day, zippedBytes: await countBytes(zip(name, day, own))});
			}
			return files;
		},
		find: async ({product, until}: Source, name: string) => {
			const today = until.slice(0, 10);
			const day = /_(\d{4}-\d\d-\d\d)\.zip$/.exec(name)?.[1] ?? '';
			const isListed = name === fileName(product, day) && day >= getFirstFileDay(today, options).daily && day < today;
			const uses = isListed ? await readUses(product, day, day) : [];
			return uses.length > 0 ? () => zip(name, day, uses) : undefined;
		},
	};
}
