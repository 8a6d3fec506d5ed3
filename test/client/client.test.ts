import {expect, test} from 'vitest';
import {endpoints} from '../../src/contract/endpoints.ts';
import {connected, sessionId, user} from '../support/connected.ts';
import {hostileServer, ok} from '../support/hostile-server.ts';

const {oldestReportedDate} = endpoints.meta;

test('asks by POST with user, session and product in the body', async () => {
	const server = await hostileServer(ok({oldestDate: '2023-06-30'}));
	const {client} = await connected(server.address);
	expect(await client.call(oldestReportedDate, {}, {product: 12_345_678_901})).toEqual({oldestDate: '2023-06-30'});
	expect(server.met).toMatchObject([
		{
			method: 'POST',
			path: '/meta/oldestReportedDate',
			json: {user, sessionId, productId: 12_345_678_901},
			headers: {'content-type': 'application/json', accept: 'application/json, text/javascript'},
		},
	]);
});
