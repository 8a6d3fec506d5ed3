import {expect} from 'vitest';
import {endpointRows} from '../../../src/contract/operations/endpoints.ts';
import {type Ended, type Setup, usagectl} from '../../support/program/usagectl.ts';
import {hostileServer, reply} from '../../support/service/hostile-server.ts';

export type Asked = Ended & {
	/** What was sent, without the identity. */
	readonly requests: readonly Readonly<Record<string, unknown>>[];
	readonly paths: readonly string[];
};

/** After a result of zeros the values and events that were asked for are looked up, for a note. */
const isForNote = (path: string, line: string) =>
	path === '/meta/propertyValues' || (path.endsWith('/basic/dataTable') && !/^events( table| -|$)/.test(line));

/**
 * Runs `usagectl report …` as product 7 on 2026-03-15 against a service that answers with these `results`, one text for each
 * call, the last for all later ones.
 */
export async function ask(line: string, answers: string | readonly string[] = '{}', setup: Setup = {}): Promise<Asked> {
	const server = await hostileServer(...[answers].flat().map(results => reply(`{"status":"OK","results":${results}}`)));
	const ended = await usagectl(`report ${line} --today 2026-03-15`, {
		...setup,
		env: {
			USAGECTL_BASE_URL: server.address,
			USAGECTL_USER: 'ada',
			USAGECTL_SESSION_ID: 'session',
			USAGECTL_PRODUCT: '7',
			...setup.env,
		},
	});
	const met = server.met.filter(({path}) => !isForNote(path, line));
	const requests = met.map(({json: {user: _user, sessionId: _session, productId: _product, ...rest}}) => rest);
	const paths = met.map(({path}) => path);
	// The client sends a question as its types have it; here it is held to the contract.
	for (const [at, request] of requests.entries()) {
		const row = endpointRows.find(({path}) => path === paths[at]);
		expect(row?.request.safeParse(request).error).toBeUndefined();
	}
	return {...ended, requests, paths};
}
