import type {KeyRecord} from '../../contract/operations/license-keys.ts';
import {nullLabel} from '../../contract/rules/segment-rules.ts';
import type {Cell, Column, Row} from '../../output/dataset.ts';
import {findColumn} from '../../output/rows/select-columns.ts';
import {recordColumns, toRecordRow} from '../rows/key-list-columns.ts';

const keysColumn: Column = {key: 'keys', title: 'Keys', kind: 'count', layout: {priority: 1}};

/** Returns the place of a column. Throws CliError (usage) if there is none. */
export const parseCountColumn = (name: string): number => findColumn(recordColumns, name, '--count-by');

export const getCountColumns = (places: readonly number[]): readonly Column[] => [
	...[...new Set(places)].map((place): Column => {
		const {layout, kind, ...column} = recordColumns[place] as Column;
		return {...column, kind: kind === 'text' ? 'label' : kind, layout: {...layout, priority: 1}};
	}),
	keysColumn,
];

const isText = (place: number | undefined) => recordColumns[place ?? -1]?.kind === 'text';

type ValueCount = {readonly cells: readonly Cell[]; readonly text: string; count: number};

/** Counts keys by the values of the columns, most frequent first. Keeps the values, not the keys, in memory. */
export async function countKeys(
	pages: AsyncIterable<readonly KeyRecord[]>,
	columns: readonly number[],
): Promise<readonly Row[]> {
	const places = [...new Set(columns)];
	const counts = new Map<string, ValueCount>();
	for await (const records of pages)
		for (const record of records) {
			const row = toRecordRow(record);
			const cells = places.map(place => row[place] ?? null);
			const text = JSON.stringify(cells);
			const found = counts.get(text);
			if (found) found.count++;
			else counts.set(text, {cells, text, count: 1});
		}
	return [...counts.values()]
		.sort((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1))
		.map(({cells, count}) => [
			...cells.map((cell, at) => (cell === null && isText(places[at]) ? nullLabel : cell)),
			count,
		]);
}
