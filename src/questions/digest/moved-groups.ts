import type {Column, Row} from '../../output/dataset.ts';
import {quoteLine} from '../../text/shell-quoting.ts';
import type {Verdict} from '../checks/check-outcome.ts';

/** The parts of a section of the digest that are read here. */
type JudgedResult = {
	readonly title: string;
	readonly product: number | null;
	readonly path: readonly string[];
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
	readonly summary: {readonly verdict: Verdict; readonly beforeDay: string | null};
};

/** A group of installations that accounts for a change, of a result of `report why`. */
export type MovedGroup = {
	readonly title: string;
	readonly group: string;
	readonly before: number;
	readonly now: number;
	/** In percent; null if the change of all installations is within noise. */
	readonly share: number | null;
	readonly pValue: number;
};

const maxMoved = 3;

const isFailed = ({summary: {verdict}}: JudgedResult) => verdict !== 'ok' && verdict !== 'unknown';
const isWhy = ({path: [report, why]}: JudgedResult) => report === 'report' && why === 'why';

function readMoved({title, columns, rows}: JudgedResult): readonly MovedGroup[] {
	const cellOf = (row: Row, key: string) => row[columns.findIndex(column => column.key === key)] ?? null;
	return rows
		.filter(row => cellOf(row, 'verdict') === 'unusual')
		.map(row => {
			const share = cellOf(row, 'share');
			return {
				...{title, group: `${cellOf(row, 'property')} ${cellOf(row, 'value')}`},
				...{before: Number(cellOf(row, 'before')), now: Number(cellOf(row, 'now'))},
				share: share === null ? null : Number(share),
				pValue: Number(cellOf(row, 'pValue') ?? 1),
			};
		});
}

/** For failed questions about these figures, the digest shows the command that finds the groups. */
const figures = ['new', 'active', 'lost'] as const;

export type MovedFigure = {readonly title: string; readonly words: readonly string[]};

const getFilterWords = (path: readonly string[]): readonly string[] =>
	path.filter(
		(word, at) => /^--filter(-json|-file)?(=|$)/.test(word) || /^--filter(-json|-file)?$/.test(path[at - 1] ?? ''),
	);

/** Returns command lines for the failed questions whose groups no result names. A first result shows no change. */
export function findUnexplained(sections: readonly JudgedResult[]): readonly MovedFigure[] {
	const known = new Set(sections.filter(isWhy).map(({path: [, , figure]}) => figure));
	const found = new Map<string, MovedFigure>();
	for (const section of sections.filter(isFailed)) {
		const {path, columns, title, product, summary} = section;
		const figure = figures.find(name => columns.some(({key}) => key === name));
		if (path[0] !== 'report' || path[1] !== 'current' || figure === undefined || known.has(figure)) continue;
		if (summary.beforeDay === null) continue;
		const productWords = product === null ? [] : ['-p', String(product)];
		const words = ['report', 'why', figure, ...getFilterWords(path), ...productWords];
		if (!found.has(words.join(' '))) found.set(words.join(' '), {title, words});
	}
	return [...found.values()].slice(0, maxMoved);
}

/** Returns the likeliest groups over all questions with `report why` whose check failed. */
export const findMoved = (sections: readonly JudgedResult[]): readonly MovedGroup[] =>
	sections
		.filter(section => isWhy(section) && isFailed(section))
		.flatMap(readMoved)
		.toSorted((one, other) => one.pValue - other.pValue)
		.slice(0, maxMoved);

/** Describes a group as `geography.country DE: 83 to 163 (95 % of the change)`. */
export function movedText({group, before, now, share}: MovedGroup): string {
	const figure = (value: number) => value.toLocaleString('en-US', {maximumFractionDigits: 2});
	return `${group}: ${figure(before)} to ${figure(now)}${share === null ? '' : ` (${Math.round(share)} % of the change)`}`;
}

export const whyLine = ({words}: MovedFigure, isSynthetic: boolean): string =>
	quoteLine(['usagectl', ...(isSynthetic ? ['--sandbox'] : []), ...words]);
