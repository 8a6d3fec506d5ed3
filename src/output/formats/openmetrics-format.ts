import type {Cell, Column, Row} from '../dataset.ts';
import type {CreateRenderer} from '../renderer.ts';

/**
 * Writes outcomes of questions as metrics. The text is valid OpenMetrics and valid Prometheus text, which the textfile collector of
 * node_exporter reads: gauges without timestamps.
 */

const verdicts: readonly string[] = ['ok', 'note', 'warn', 'fail', 'unknown', 'error'];

const escapeLabel = (cell: Cell) =>
	String(cell ?? '')
		.replaceAll('\\', '\\\\')
		.replaceAll('"', '\\"')
		.replace(/\r?\n/g, '\\n');

type Sample = {readonly labels: readonly (readonly [string, Cell])[]; readonly value: number};
type Family = {readonly name: string; readonly help: string; readonly samples: readonly Sample[]};

function familyText({name, help, samples}: Family): string {
	const lines = samples.map(({labels, value}) => {
		const all = labels.filter(([, cell]) => cell !== null).map(([label, cell]) => `${label}="${escapeLabel(cell)}"`);
		return `${name}{${all.join(',')}} ${value}\n`;
	});
	return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

function toFamilies(columns: readonly Column[], rows: readonly Row[]): readonly Family[] {
	const cellOf = (row: Row, name: string): Cell => row[columns.findIndex(({key}) => key === name)] ?? null;
	const labelsOf = (row: Row) => ['question', 'product'].map(name => [name, cellOf(row, name)] as const);
	const figures = (name: string): readonly Sample[] =>
		rows.flatMap(row => {
			const value = cellOf(row, name);
			const labels = [...labelsOf(row), ['figure', cellOf(row, 'figure')] as const];
			return typeof value === 'number' ? [{labels, value}] : [];
		});
	const outcomes = rows.flatMap(row =>
		verdicts.map(verdict => ({
			labels: [...labelsOf(row), ['verdict', verdict] as const],
			value: Number(cellOf(row, 'verdict') === verdict),
		})),
	);
	return [
		{name: 'usagectl_question_value', help: 'Main figure of a question.', samples: figures('value')},
		{
			name: 'usagectl_question_change',
			help: 'Change of the figure since the previous result.',
			samples: figures('change'),
		},
		{name: 'usagectl_question_verdict', help: '1 for the outcome of the checks, 0 for the others.', samples: outcomes},
	];
}

export const createOpenmetrics: CreateRenderer = columns => {
	const rows: Row[] = [];
	return {
		head: () => '',
		block: more => {
			rows.push(...more);
			return '';
		},
		tail: () => `${toFamilies(columns, rows).map(familyText).join('')}# EOF\n`,
	};
};
