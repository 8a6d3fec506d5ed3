import {request} from 'node:http';
import {expect, test} from 'vitest';
import {usagectl} from '../support/program/usagectl.ts';

/**
 * The two public programs that are known to call such a service, in R and in C#, as stand-ins: the requests are those that
 * their libraries put on the wire, header by header, and what they read of an answer must be there.
 */

type Ready = {
	readonly baseUrl: string;
	readonly products: readonly {readonly productId: number}[];
	readonly users: readonly {readonly user: string; readonly password: string}[];
};

/** Serves by the command, as somebody would who tries such a program out. */
async function serving<T>(use: (ready: Ready) => Promise<T>): Promise<T> {
	const stop = new AbortController();
	let used: Promise<T> | undefined;
	const onOutput = (text: string) => {
		used ??= use(JSON.parse(text) as Ready).finally(() => stop.abort());
	};
	await usagectl('sandbox serve --port 0 --seed 7 --size 500 --now 2026-06-30 -o json', {
		signal: stop.signal,
		onOutput,
	});
	return (await used) as T;
}

type Sent = {readonly status: number | undefined; readonly body: Buffer};

/** One request, with these headers and no others but Host and Content-Length. */
const send = (
	address: string,
	method: string,
	{headers, body = ''}: {headers: Record<string, string>; body?: string},
) =>
	new Promise<Sent>((resolve, reject) => {
		const {hostname, port} = new URL(address);
		const path = address.slice(address.indexOf(port) + port.length);
		const length = {'content-length': String(Buffer.byteLength(body))};
		const sent = request({hostname, port, path, method, headers: {...headers, ...(body ? length : {})}}, answer => {
			const pieces: Buffer[] = [];
			answer.on('data', piece => pieces.push(piece as Buffer));
			answer.on('end', () => resolve({status: answer.statusCode, body: Buffer.concat(pieces)}));
		});
		sent.on('error', reject);
		sent.end(body);
	});

/** Headers of R's httr; a list is sent with a content type, a text without one. */
const httr = {
	'user-agent': 'libcurl/8.5.0 r-curl/5.2.1 httr/1.4.7',
	'accept-encoding': 'deflate, gzip',
	accept: 'application/json, text/xml, application/xml, */*',
};
const postList = (address: string, list: object) =>
	send(address, 'POST', {headers: {...httr, 'content-type': 'application/json'}, body: JSON.stringify(list)});
const postText = (address: string, text: string) => send(address, 'POST', {headers: httr, body: text});
/** R reads the bytes as ISO-8859-1. */
const fromR = ({body}: Sent) => JSON.parse(body.toString('latin1'));

async function signInFromR({baseUrl, users}: Ready) {
	const [first] = users;
	const list = {user: first?.user, password: first?.password, useCookies: false};
	const {sessionId} = fromR(await postList(`${baseUrl}/auth/login`, list));
	return {user: first?.user, sessionId: sessionId as string};
}

test('R: lists properties with two slashes and no content type, with every column of the data frame', async () => {
	const rows = await serving(async ready => {
		const body = JSON.stringify({...(await signInFromR(ready)), productId: String(ready.products[0]?.productId)});
		const {results} = fromR(await postText(`${ready.baseUrl}//meta/productProperties`, body));
		const groups = results as {category: string; properties: Record<string, unknown>[]}[];
		return groups.flatMap(({category, properties}) => properties.map(property => ({category, ...property})));
	});
	expect(rows.length).toBeGreaterThan(10);
	for (const row of rows)
		expect(row).toMatchObject({
			category: expect.any(String),
			name: expect.any(String),
			friendlyName: expect.any(String),
			filterType: expect.stringMatching(/^(standard|currentData)$/),
			dataType: expect.any(String),
			supportsRegex: expect.any(Boolean),
			supportsMeta: expect.any(Boolean),
			supportsNull: expect.any(Boolean),
		});
});

test('R: reads the table of events, the timeline in groups of ten events, and users with an unknown parameter', async () => {
	await serving(async ready => {
		const asked = {...(await signInFromR(ready)), productId: ready.products[0]?.productId};
		const range = {startDate: '2026-04-01', stopDate: '2026-06-30'};
		const table = await postList(`${ready.baseUrl}/reporting/eventTracking/basic/dataTable`, {...asked, ...range});
		const named = (fromR(table).results as {category: string | null; categoryEventsData: object}[]).flatMap(
			({category, categoryEventsData}) => Object.keys(categoryEventsData).map(name => ({category, name})),
		);
		const events = named.slice(0, 10);
		const body = JSON.stringify({...asked, ...range, dateSplit: 'month', dataView: 'usageCounts', events});
		const timeline = fromR(await postText(`${ready.baseUrl}/reporting/eventTracking/basic/timeline`, body));
		expect(Object.keys(timeline.results)).toEqual(['2026-04-01', '2026-05-01', '2026-06-01']);
		for (const month of Object.values(timeline.results)) {
			const values = month as (typeof events)[number][];
			expect(values.map(({category, name}) => ({category, name}))).toEqual(events);
		}
		const users = {
			...asked,
			startDate: '2026-04-01',
			dateSplit: 'month',
			clientStatus: ['active'],
			startAtClientId: null,
		};
		const current = await postList(`${ready.baseUrl}/reporting/generic/current?responseFormat=raw`, users);
		// R flattens the results and splits each name at the dot, into a date and a status.
		const flat = Object.entries(fromR(current).results as object).flatMap(([date, counts]) =>
			Object.entries(counts as object).map(([status, count]) => [`${date}.${status}`, count]),
		);
		expect(flat).toEqual([
			['2026-04-01.active', expect.any(Number)],
			['2026-05-01.active', expect.any(Number)],
			['2026-06-01.active', expect.any(Number)],
		]);
	});
});

test('R: reads events by name, users in a range of days, and pages of installations with the previous body', async () => {
	await serving(async ready => {
		const asked = {...(await signInFromR(ready)), productId: String(ready.products[0]?.productId)};
		const named = fromR(
			await postText(`${ready.baseUrl}/eventTracking/listEventNames`, JSON.stringify({...asked, showEvents: ['all']})),
		);
		const events = (named.results as {category: string | null; categoryEventNames: {eventName: string}[]}[]).flatMap(
			({category, categoryEventNames}) => categoryEventNames.map(({eventName}) => [category, eventName]),
		);
		expect(events).toContainEqual(['Files', 'Open']);
		const users = {
			...asked,
			startDate: '2026-04-01',
			stopDate: '2026-05-31',
			dateSplit: 'month',
			clientStatus: ['active', 'new', 'lost'],
			daysUntilDeclaredLost: 30,
			dateReportedLost: 'dateLastSeen',
			startAtClientId: null,
		};
		const {results} = fromR(await postList(`${ready.baseUrl}//reporting/generic/dateRange?responseFormat=raw`, users));
		expect(Object.keys(results)).toEqual(['2026-04-01', '2026-05-01']);
		for (const month of Object.values(results))
			expect(Object.keys(month as object).sort()).toEqual(['active', 'lost', 'new']);
		const page = {
			...asked,
			properties: ['prodVersion', 'C01'],
			globalFilters: {dateInstalled: {type: 'dateRange', min: '2020-01-01', max: '2026-06-30'}},
		};
		const seen: string[] = [];
		let next: string | null = null;
		for (let isOver = false; !isOver; ) {
			const body = JSON.stringify({...page, startAtClientId: next});
			const answer = fromR(await postText(`${ready.baseUrl}//reporting/clientPropertyList`, body));
			seen.push(...answer.results.map(({clientId}: {clientId: string}) => clientId));
			isOver = answer.reachedEnd;
			if (!isOver) expect(answer.nextClientId).toEqual(expect.any(String));
			next = answer.nextClientId ?? null;
		}
		expect(seen.length).toBeGreaterThan(200);
		expect(new Set(seen).size).toBe(seen.length);
	});
});

test('R: decides by the HTTP status what it does with a rejection', async () => {
	const statuses = await serving(async ready => {
		const oldest = `${ready.baseUrl}/meta/oldestReportedDate`;
		const productId = ready.products[0]?.productId;
		const identity = await signInFromR(ready);
		const requests = [
			{...identity, productId},
			{...identity, productId: 1},
			{...identity, sessionId: 'x', productId},
			{productId},
			{...identity},
		];
		const sent = await Promise.all(requests.map(async asked => postText(oldest, JSON.stringify(asked))));
		return sent.map(({status}) => status);
	});
	expect(statuses).toEqual([200, 403, 403, 401, 400]);
});

/** HttpWebRequest with a header whose name is misspelled, so that no content type is sent. */
const misspelled = {contenttype: 'application/json', expect: '100-continue'};

test('C#: reads the full report without filters and segments, and logs out', async () => {
	await serving(async ready => {
		const post = async (path: string, asked: object) => {
			const {body} = await send(ready.baseUrl + path, 'POST', {headers: misspelled, body: JSON.stringify(asked)});
			return JSON.parse(body.toString());
		};
		const [first] = ready.users;
		const {sessionId} = await post('/auth/login', {user: first?.user, password: first?.password, useCookies: false});
		const identity = {user: first?.user, sessionId};
		const asked = {
			...identity,
			productId: ready.products[0]?.productId,
			startDate: '2026-05-01',
			stopDate: '2026-06-30',
			events: [{category: 'Files', name: 'Open'}],
		};
		const report = await post('/reporting/eventTracking/advanced/fullReport', asked);
		expect(report).toMatchObject({status: 'OK', segmentBy: null});
		const [{uniqueUsersUsedAtLeastOnce: used, uniqueUsersNeverUsed: never}] = report.results;
		expect(used / (used + never)).toBeGreaterThan(0);
		expect(await post('/auth/logout', identity)).toEqual({status: 'OK'});
		expect(await post('/auth/logout', identity)).toMatchObject({status: 'AUTH ERROR'});
	});
});
