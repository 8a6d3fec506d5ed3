import {createHash} from 'node:crypto';
import {counted} from '../../text/wording.ts';
import {type Digest, figureName, headlineText} from '../digest/question-digest.ts';
import {type Message, synthetic, toMessage} from './change-message.ts';
import type {Batch} from './message-batches.ts';
import {idOf, type Queued} from './notify-journal.ts';

const mostLines = 20;
const cutLines = (lines: readonly string[]) =>
	lines.length > mostLines ? [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more`] : lines;

const tones = ['fail', 'warn', 'fixed', 'digest'] as const;

const toLine = (line: Queued): string =>
	'notice' in line ? toMessage(line.notice).subject : `Digest of ${line.digest.day}`;

/** Sums up the messages of a batch in one. `page` is the address of the published page, if there is one. */
export function toSummary(batch: Batch, page?: string): Message {
	const notices = batch.flatMap(line => ('notice' in line ? [line.notice] : []));
	const id = createHash('sha256')
		.update(JSON.stringify(batch.map(idOf)))
		.digest('hex')
		.slice(0, 24);
	const lines = batch.map(toLine);
	const isSynthetic = notices.some(each => each.isSynthetic);
	return {
		id,
		tone: tones.find(tone => notices.some(({event}) => event === tone)) ?? 'digest',
		subject: `${counted(batch.length, 'more message')} in one`,
		facts: [],
		lines: cutLines(lines),
		footer: `usagectl history list${isSynthetic ? `; ${synthetic}` : ''}`,
		link: page,
		data: {type: 'usagectl.summary', id, changes: notices, isSynthetic, link: page ?? null},
	};
}

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
		lines: cutLines(lines),
		footer: `usagectl questions digest${isSynthetic ? `; ${synthetic}` : ''}`,
		data: {type: 'usagectl.digest', id, title, day, isSynthetic, outcomes, link},
	};
}
