import type {Engine} from '../archive/sql/engine.ts';
import {pathList} from '../archive/sql/sql-literals.ts';
import {literal} from '../text/sql-literal.ts';

const members = {
	question: 'VARCHAR',
	title: 'VARCHAR',
	product: 'BIGINT',
	day: 'DATE',
	taken: 'TIMESTAMP',
	service: 'VARCHAR',
	usagectl: 'VARCHAR',
	command: 'VARCHAR[]',
	caveats: 'VARCHAR[]',
	columns: 'STRUCT("key" VARCHAR, title VARCHAR, kind VARCHAR)[]',
	rows: 'VARCHAR[][]',
};
export const resultColumns = Object.entries(members).map(([name, type]) => ({name, type}));

export const figureColumns = [
	...resultColumns.filter(({name}) => ['question', 'product', 'day', 'taken'].includes(name)),
	{name: 'label', type: 'VARCHAR'},
	{name: 'figure', type: 'VARCHAR'},
	{name: 'value', type: 'DOUBLE'},
];
const figureKinds = "('count', 'sum', 'number', 'percent')";

/** Creates the views `results` with a row per file, and `figures` with a row per figure. */
export async function addResultViews(engine: Engine, paths: readonly string[]): Promise<void> {
	const types = resultColumns.map(({name, type}) => `${name}: ${literal(type)}`);
	const nothing = resultColumns.map(({name, type}) => `NULL::${type} AS "${name}"`);
	const source =
		paths.length === 0
			? `SELECT ${nothing.join(', ')} WHERE false`
			: `SELECT * FROM read_json(${pathList(paths)}, format = 'unstructured', columns = {${types.join(', ')}}, maximum_object_size = ${64 * 1024 * 1024})`;
	await engine.run(`CREATE VIEW results AS ${source}`);
	await engine.run(`CREATE VIEW figures AS
		WITH row_of AS (SELECT question, product, day, taken, "columns" AS cs, unnest("rows") AS cells FROM results),
			cell_of AS (SELECT *, unnest(range(1, len(cs) + 1)) AS place FROM row_of)
		SELECT question, product, day, taken,
			array_to_string([cells[i] FOR i IN range(1, len(cs) + 1) IF cs[i].kind NOT IN ${figureKinds} AND cells[i] IS NOT NULL], ' / ') AS label,
			cs[place]."key" AS figure, TRY_CAST(cells[place] AS DOUBLE) AS value
		FROM cell_of WHERE cs[place].kind IN ${figureKinds}`);
}
