import type {SandboxClock} from '../clock.ts';
import {downloadRoot} from '../files/downloads.ts';
import type {AllHandlers} from '../handler.ts';
import {changedOptions, type SandboxOptions} from '../options/option-table.ts';
import type {Product} from '../sandbox-products.ts';
import type {Account} from '../state/accounts.ts';
import type {DailyData} from '../state/daily-data.ts';
import type {Sessions} from '../state/sessions.ts';
import type {Answer, SandboxRequest} from './http-messages.ts';
import {createRouter} from './router.ts';
import {withUndocumentedFeatures} from './undocumented-features.ts';

export type AnswerParts = {
	readonly data: Pick<DailyData, 'current'>;
	readonly products: readonly Product[];
	readonly handlers: AllHandlers;
	readonly accounts: readonly Account[];
	readonly sessions: Sessions;
	readonly download: (request: SandboxRequest) => Promise<Answer>;
	readonly clock: SandboxClock;
	readonly options: SandboxOptions;
	readonly now: () => Date;
};

export const getMaxBodyBytes = (options: SandboxOptions): number => options['request-limit'] * 1024;

/** Answers every request except those to control the sandbox. */
export function createAnswers(parts: AnswerParts): (request: SandboxRequest) => Promise<Answer> {
	const {data, clock, options, now} = parts;
	const service = async () => ({...(await data.current()), now: clock.timestamp(), options});
	const router = createRouter({...parts, service});
	const changed = changedOptions(options);
	const changedHeader = changed.length === 0 ? {} : {'x-sandbox-options': changed.join(';')};
	const answerAny = (request: SandboxRequest) =>
		request.path.startsWith(downloadRoot) ? parts.download(request) : router(request);
	const answer = withUndocumentedFeatures(answerAny, options, now);
	return async request => {
		const found = await answer(request);
		const date = new Date(`${clock.timestamp()}Z`).toUTCString();
		return {...found, headers: {date, ...found.headers, ...changedHeader}};
	};
}
