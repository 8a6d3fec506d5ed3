import type {SandboxOptions} from '../options/option-table.ts';
import {jsonAnswer} from './answer-writing.ts';
import type {Answer, SandboxRequest} from './http-messages.ts';

/** Undocumented features that options switch on (docs/service.md#limits, #versioning). */

/** See RFC 9745 and RFC 8594. */
const versionHeaders = {
	'api-version': '1',
	deprecation: '@1767225600',
	sunset: 'Thu, 31 Dec 2026 23:59:59 GMT',
} as const;

export const undocumentedMembers = (options: SandboxOptions): object =>
	options.notifications === 'in-answers' ? {notifications: [{text: 'Maintenance on Sunday from 2 to 4.'}]} : {};

type Answering = (request: SandboxRequest) => Promise<Answer>;

function withRateLimit(answer: Answering, options: SandboxOptions, now: () => Date): Answering {
	let second = 0;
	let count = 0;
	return async request => {
		const current = Math.floor(now().getTime() / 1000);
		count = current === second ? count + 1 : 1;
		second = current;
		if (count <= options['rate-limit']) return answer(request);
		const reason = `more than ${options['rate-limit']} requests per second`;
		const headers = {'retry-after': '1'};
		return jsonAnswer(429, JSON.stringify({status: 'SYNTAX ERROR', reason}), {
			options,
			headers,
			about: {notes: [reason]},
		});
	};
}

export function withUndocumentedFeatures(answer: Answering, options: SandboxOptions, now: () => Date): Answering {
	const limited = options['rate-limit'] === 0 ? answer : withRateLimit(answer, options, now);
	if (options['api-version'] === 'unnamed') return limited;
	return async request => {
		const plain = await limited(request);
		return {...plain, headers: {...plain.headers, ...versionHeaders}};
	};
}
