import {createMarkdown, escapeMarks, formatCode} from '../../output/formats/markdown-format.ts';
import {plainOptions} from '../../output/renderer.ts';
import {counted} from '../../text/wording.ts';
import {movedText, whyLine} from './moved-groups.ts';
import {
	changeText,
	type Digest,
	firstRunNote,
	getShownList,
	headlineText,
	type Section,
	trendText,
} from './question-digest.ts';

/** More columns are too wide for a chat. */
const mostColumns = 6;

function sectionText(section: Section): readonly string[] {
	const {columns, rows, left} = getShownList(section, mostColumns);
	if (!section.isList || rows.length === 0) return [];
	const renderer = createMarkdown(columns, plainOptions);
	const rest = left > 0 ? `\n${counted(left, 'more row')}.\n` : '';
	return [`## ${escapeMarks(section.title)}`, '', `${renderer.head()}${renderer.block(rows)}${rest}\n`];
}

function movedLines({moved, unexplained, isSynthetic}: Digest): readonly string[] {
	if (moved.length === 0 && unexplained.length === 0) return [];
	return [
		'## What moved',
		'',
		...moved.map(group => `- ${escapeMarks(group.title)}: ${escapeMarks(movedText(group))}`),
		...unexplained.map(
			figure => `- ${escapeMarks(figure.title)}: ${formatCode(whyLine(figure, isSynthetic))} finds the groups`,
		),
		'',
	];
}

export function digestMarkdown(digest: Digest): string {
	const {title, sections, caveats, isSynthetic, missing} = digest;
	const first = firstRunNote(digest);
	const days = [...new Set(sections.flatMap(({summary}) => summary.beforeDay ?? []))];
	const [since] = days;
	const changeOf = ({summary}: Section) => {
		const change = changeText(summary) ?? '';
		return change === '' || days.length === 1 ? change : `${change} since ${summary.beforeDay}`;
	};
	const row = (section: Section) => {
		const {title, summary} = section;
		return `| ${summary.verdict} | ${escapeMarks(title)} | ${escapeMarks(headlineText(summary))} | ${changeOf(section)} | ${trendText(section)} | ${escapeMarks(summary.reason)} |`;
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
		...movedLines(digest),
		...sections.flatMap(sectionText),
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
