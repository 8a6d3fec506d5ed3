import {createHash} from 'node:crypto';
import {counted} from '../../text/wording.ts';
import {type Message, synthetic, toMessage} from './change-message.ts';
import type {Batch} from './message-batches.ts';
import {idOf, type Queued} from './notify-journal.ts';

const mostLines = 20;
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
		lines: lines.length > mostLines ? [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more`] : lines,
		footer: `usagectl history list${isSynthetic ? `; ${synthetic}` : ''}`,
		link: page,
		data: {type: 'usagectl.summary', id, changes: notices, isSynthetic, link: page ?? null},
	};
}
