import {createMarkdown, escapeMarks, formatCode} from '../../output/formats/markdown-format.ts';
import {plainOptions} from '../../output/renderer.ts';
import {counted} from '../../text/wording.ts';
import {movedText, whyLine} from './moved-groups.ts';
import {
	changeText,
	type Digest,
	figureName,
	figureText,
	firstRunNote,
	type Section,
	shownRows,
	titleOf,
	trendText,
} from './question-digest.ts';

const newColumn = {key: 'isNew', title: 'New', kind: 'text'} as const;
/** More columns are too wide for a chat. */
const mostColumns = 6;

function listText(section: Section): string {
	const shown = shownRows(section);
	if (!section.isList || shown.length === 0) return '';
	const isMarked = shown.some(({isNew}) => isNew);
	const own = section.columns
		.filter(({hiddenByDefault, onlyInData}) => !hiddenByDefault && !onlyInData)
		.slice(0, mostColumns);
	const places = own.map(({key}) => section.columns.findIndex(column => column.key === key));
	const renderer = createMarkdown([...(isMarked ? [newColumn] : []), ...own], plainOptions);
	const rows = shown.map(({row, isNew}) => [
		...(isMarked ? [isNew ? 'new' : null] : []),
		...places.map(place => row[place] ?? null),
	]);
	const left = section.rows.length - shown.length;
	const rest = left > 0 ? `\n${counted(left, 'more row')}.\n` : '';
	return `${renderer.head()}${renderer.block(rows)}${rest}\n`;
}

function sectionText(section: Section, isSeveral: boolean): readonly string[] {
	const list = listText(section);
	return list === '' ? [] : [`## ${escapeMarks(titleOf(section, isSeveral))}`, '', list];
}

function movedLines({moved, unexplained, isSynthetic}: Digest, isSeveral: boolean): readonly string[] {
	if (moved.length === 0 && unexplained.length === 0) return [];
	return [
		'## What moved',
		'',
		...moved.map(group => `- ${escapeMarks(titleOf(group, isSeveral))}: ${escapeMarks(movedText(group))}`),
		...unexplained.map(
			figure =>
				`- ${escapeMarks(titleOf(figure, isSeveral))}: ${formatCode(whyLine(figure, isSynthetic))} finds the groups`,
		),
		'',
	];
}

export function digestMarkdown(digest: Digest): string {
	const {title, sections, caveats, isSynthetic, missing} = digest;
	const first = firstRunNote(digest);
	const isSeveral = new Set(sections.flatMap(({product}) => product ?? [])).size > 1;
	const days = [...new Set(sections.flatMap(({summary}) => summary.beforeDay ?? []))];
	const [since] = days;
	const changeOf = ({summary}: Section) => {
		const change = changeText(summary) ?? '';
		return change === '' || days.length === 1 ? change : `${change} since ${summary.beforeDay}`;
	};
	const row = (section: Section) => {
		const {verdict, value, reason} = section.summary;
		return `| ${verdict} | ${escapeMarks(titleOf(section, isSeveral))} | ${figureText(value)} ${escapeMarks(figureName(section.summary))} | ${changeOf(section)} | ${trendText(section)} | ${escapeMarks(reason)} |`;
	};
	return [
		`# ${escapeMarks(title)}`,
		'',
		...(isSynthetic ? ['**Synthetic data from the sandbox, not real installations.**', ''] : []),
		...(first === undefined ? [] : [first, '']),
		`| Outcome | Question | Figure | Change${days.length === 1 ? ` since ${since}` : ''} | Last 28 days | Reason |`,
		'| --- | --- | --- | --- | --- | --- |',
		...sections.map(row),
		'',
		...(missing.length > 0 ? [`No result yet: ${missing.map(escapeMarks).join(', ')}.`, ''] : []),
		...movedLines(digest, isSeveral),
		...sections.flatMap(section => sectionText(section, isSeveral)),
		...(caveats.length > 0
			? [
					'## Caveats',
					'',
					...caveats.map(([text, names]) => `- ${escapeMarks(text)} (${names.map(escapeMarks).join(', ')})`),
					'',
				]
			: []),
	].join('\n');
}
