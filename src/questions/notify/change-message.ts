import {changeText, headlineText, idOf} from '../digest/question-digest.ts';
import type {Notice} from './notice.ts';
import type {TargetEvent} from './notify-schema.ts';

/** The contents of a message, from which the body for each kind of target is made. */
export type Message = {
	readonly id: string;
	readonly tone: TargetEvent | 'digest';
	readonly subject: string;
	readonly facts: readonly (readonly [name: string, text: string])[];
	readonly lines: readonly string[];
	readonly footer: string;
	/** The address of the published page. */
	readonly link: string | undefined;
	/** The body for a webhook. */
	readonly data: object;
	/** Replaces the plain text of an email. */
	readonly text?: string;
	/** An HTML page to attach to an email. */
	readonly page?: string;
};

const words: Readonly<Record<TargetEvent, string>> = {fail: 'Failed', warn: 'Warning', fixed: 'Fixed'};

const changeOf = ({figure}: Notice): string | undefined => {
	const change = changeText(figure);
	return change === undefined || figure.value === figure.before || figure.since === null
		? undefined
		: `${change} since ${figure.since}`;
};

export const synthetic = 'synthetic data from the sandbox';

/** Returns the address of the question on the page, unless the address has a fragment already. */
function linkTo(page: string | undefined, {question: name, product}: Notice): string | undefined {
	if (page === undefined) return undefined;
	const url = new URL(page);
	url.hash ||= idOf({name, product});
	return url.href;
}

/** `page` is the address of the published page, if there is one. */
export function toMessage(notice: Notice, page?: string): Message {
	const {id, event, question, title, product, verdict, figure, reason, caveats, day, isSynthetic} = notice;
	const change = changeOf(notice);
	const link = linkTo(page, notice);
	return {
		id,
		tone: event,
		subject: `${words[event]}: ${title}`,
		facts: [
			['Figure', headlineText({what: figure.name, value: figure.value})],
			...(change === undefined ? [] : [['Change', change] as const]),
			...(product === null ? [] : [['Product', String(product)] as const]),
			['Result of', day],
			['Outcome', verdict],
		],
		lines: [
			reason || (event === 'fixed' ? 'The checks pass again.' : ''),
			...caveats.map(text => `Caveat: ${text}`),
		].filter(text => text !== ''),
		footer: `usagectl history show ${question}${isSynthetic ? `; ${synthetic}` : ''}`,
		link,
		data: {type: 'usagectl.change', ...notice, link: link ?? null},
	};
}
