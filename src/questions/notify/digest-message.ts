import {type Digest, figureName, headlineText} from '../digest/question-digest.ts';
import {type Message, synthetic} from './change-message.ts';

const mostLines = 20;

/** Formats a digest as a message: the outcomes in the order of the page. `text` and `page` are the digest as Markdown and HTML. */
export function toDigestMessage(
	{title, sections, isSynthetic}: Digest,
	{day, ...parts}: Pick<Message, 'id' | 'link' | 'text' | 'page'> & {readonly day: string},
): Message {
	const {id, link = null} = parts;
	const count = (verdict: string) => sections.filter(({summary}) => summary.verdict === verdict).length;
	const counts = ['fail', 'warn', 'note', 'ok', 'unknown'].filter(verdict => count(verdict) > 0);
	const outcomes = sections.map(({title, summary}) => {
		const {verdict, reason, value} = summary;
		return {verdict, title, figure: {name: figureName(summary), value}, reason};
	});
	const lines = sections.map(({title, summary}) => {
		const {verdict, reason} = summary;
		return `${verdict}: ${title}: ${headlineText(summary)}${reason === '' ? '' : ` (${reason})`}`;
	});
	return {
		...parts,
		tone: 'digest',
		subject: `${title}, ${day}`,
		facts: [['Outcomes', counts.map(verdict => `${count(verdict)} ${verdict}`).join(', ')]],
		lines: lines.length > mostLines ? [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more`] : lines,
		footer: `usagectl questions digest${isSynthetic ? `; ${synthetic}` : ''}`,
		data: {type: 'usagectl.digest', id, title, day, isSynthetic, outcomes, link},
	};
}
