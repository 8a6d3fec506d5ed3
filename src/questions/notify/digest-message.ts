import {type Digest, figureName, figureText, titleOf} from '../digest/question-digest.ts';
import type {Message} from './notice.ts';

const mostLines = 20;

/** Formats a digest as a message: the outcomes in the order of the page. `text` and `page` are the digest as Markdown and HTML. */
export function toDigestMessage(
	{title, sections, isSynthetic}: Digest,
	{
		id,
		day,
		link,
		text,
		page,
	}: Required<Pick<Message, 'id' | 'text' | 'page'>> & Pick<Message, 'link'> & {readonly day: string},
): Message {
	const isSeveral = new Set(sections.flatMap(({product}) => product ?? [])).size > 1;
	const count = (verdict: string) => sections.filter(({summary}) => summary.verdict === verdict).length;
	const counts = ['fail', 'warn', 'note', 'ok', 'unknown'].filter(verdict => count(verdict) > 0);
	const outcomes = sections.map(section => {
		const {verdict, reason, value} = section.summary;
		return {verdict, title: titleOf(section, isSeveral), figure: {name: figureName(section.summary), value}, reason};
	});
	const lines = outcomes.map(
		each =>
			`${each.verdict}: ${each.title}: ${figureText(each.figure.value)} ${each.figure.name}${each.reason === '' ? '' : ` (${each.reason})`}`,
	);
	return {
		id,
		tone: 'digest',
		subject: `${title}, ${day}`,
		facts: [['Outcomes', counts.map(verdict => `${count(verdict)} ${verdict}`).join(', ')]],
		lines: lines.length > mostLines ? [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more`] : lines,
		footer: `usagectl questions digest${isSynthetic ? '; synthetic data from the sandbox' : ''}`,
		link,
		data: {type: 'usagectl.digest', id, title, day, isSynthetic, outcomes, link: link ?? null},
		text,
		page,
	};
}
