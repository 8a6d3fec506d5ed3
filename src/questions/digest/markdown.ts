import {createMarkdown} from '../../output/formats/markdown.ts';
import {printable} from '../../output/printable.ts';
import {plainOptions} from '../../output/renderer.ts';
import {changeText, type Digest, type Section, shownRows} from './digest.ts';

/** A digest as Markdown, for chats and pull requests. */

const escapeMarks = (text: string) => printable(text).replace(/[\\`*_[\]<>|~&]/g, '\\$&');
const figure = (value: number | null) =>
	value === null ? '–' : value.toLocaleString('en-US', {maximumFractionDigits: 1});

const named = ({title, product}: Section, isSeveral: boolean) =>
	escapeMarks(isSeveral && product !== null ? `${title} (${product})` : title);

function listText(section: Section): string {
	const shown = shownRows(section);
	if (!section.isList || shown.length === 0) return '';
	const columns = [
		{key: 'isNew', title: 'New', kind: 'text'} as const,
		...section.columns.filter(({isOnRequest}) => !isOnRequest),
	].slice(0, 7);
	const places = columns.slice(1).map(({key}) => section.columns.findIndex(column => column.key === key));
	const renderer = createMarkdown(columns, plainOptions);
	const rows = shown.map(({row, isNew}) => [isNew ? 'new' : null, ...places.map(place => row[place] ?? null)]);
	const left = section.rows.length - shown.length;
	const rest = left > 0 ? `\n${left} more ${left === 1 ? 'row' : 'rows'}.\n` : '';
	return `${renderer.head()}${renderer.block(rows)}${rest}\n`;
}

/** The rows of a list under their title; all else is in the first table. */
function sectionText(section: Section, isSeveral: boolean): readonly string[] {
	const list = listText(section);
	return list === '' ? [] : [`### ${named(section, isSeveral)}`, '', list];
}

export function digestMarkdown({title, sections, caveats, isSynthetic, missing}: Digest): string {
	const isSeveral = new Set(sections.flatMap(({product}) => product ?? [])).size > 1;
	const row = (section: Section) => {
		const {verdict, value, what, reason} = section.result;
		return `| ${verdict} | ${named(section, isSeveral)} | ${figure(value)} ${escapeMarks(what)} | ${changeText(section.result) ?? ''} | ${escapeMarks(reason)} |`;
	};
	return [
		`# ${escapeMarks(title)}`,
		'',
		...(isSynthetic ? ['**Synthetic data, made by the sandbox of usagectl: no real installations.**', ''] : []),
		'| Verdict | Question | Figure | Change | Why |',
		'| --- | --- | --- | --- | --- |',
		...sections.map(row),
		'',
		...(missing.length > 0 ? [`Not asked yet: ${missing.map(escapeMarks).join(', ')}.`, ''] : []),
		...sections.flatMap(section => sectionText(section, isSeveral)),
		...(caveats.length > 0
			? [
					'### Notes',
					'',
					...caveats.map(([text, names]) => `- ${escapeMarks(text)} (${names.map(escapeMarks).join(', ')})`),
					'',
				]
			: []),
	].join('\n');
}
