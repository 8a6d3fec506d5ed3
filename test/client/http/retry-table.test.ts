import {writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {
	cut,
	hang,
	hostileServer,
	html,
	ok,
	type Reply,
	raw,
	redirect,
	reply,
	reset,
} from '../../support/service/hostile-server.ts';

/**
 * What becomes of each kind of request under each kind of failure, seen at the server: made `again` (up to the retries), made
 * `once`, or not made again before the program has `look`ed at what the service holds. From HTTP's rule (a change that may
 * have been made is not blindly made twice) and the goal of a whole truth table (goal 13 of the threat model).
 */
type Action = 'again' | 'once' | 'look';
const retries = 2;

/** A command, the request of it that fails, and what a repetition of that may do. */
const requests = {
	login: ['login', '/auth/login', 'login'],
	logout: ['logout', '/auth/logout', 'read'],
	'the oldest date': ['api /meta/oldestReportedDate', '/meta/oldestReportedDate', 'read'],
	'values of a property': ['props values os.version', '/meta/propertyValues', 'read'],
	'a report': ['report current --from 2026-05-01 --level prodVersion', '/reporting/generic/current', 'read'],
	'a report of events': [
		'report events --from 2026-05-01 --to 2026-05-31',
		'/reporting/eventTracking/basic/dataTable',
		'read',
	],
	'a list of keys': ['keys list --limit 5', '/licenseKeys/listKeys', 'read'],
	'a change of keys': ['keys update FOLDER/keys.csv -y', '/licenseKeys/updateKeys', 'write'],
	'a list of exception files': ['exceptions files', '/exceptionTracking/listFiles', 'read'],
	'a list of event files': ['events files', '/customEventTracking/listFiles', 'read'],
	'the address of a file': [
		'exceptions download 7_exc_2026-06-28.zip -d FOLDER',
		'/exceptionTracking/getDownloadUrl',
		'read',
	],
	'a request by hand': ['api /meta/propertyValues -F property=os', '/meta/propertyValues', 'read'],
} as const satisfies Record<string, readonly [string, string, 'read' | 'write' | 'login']>;
type Kind = (typeof requests)[keyof typeof requests][2];

const once = {read: 'once', write: 'once', login: 'once'} as const;
const lost = {read: 'again', write: 'look', login: 'once'} as const;
const turnedAway = {read: 'again', write: 'again', login: 'once'} as const;

/** A failure, whether the service may have done its work by then, what follows from that, and how the run ends. */
const failures: Readonly<
	Record<
		string,
		{readonly reply: Reply | 'nothing listens'; readonly actions: Record<Kind, Action>; readonly code: number}
	>
> = {
	'nothing listens': {reply: 'nothing listens', actions: {read: 'again', write: 'again', login: 'again'}, code: 5},
	'a reset before the answer': {reply: reset, actions: lost, code: 5},
	'a reset in the answer': {reply: cut('{"status":"O'), actions: lost, code: 5},
	'no answer': {reply: hang, actions: {...once, write: 'look'}, code: 5},
	'no HTTP': {reply: raw('nonsense\r\n\r\n'), actions: {...once, write: 'look'}, code: 4},
	'429': {reply: reply('', {status: 429}), actions: turnedAway, code: 5},
	'500': {reply: reply('', {status: 500}), actions: {...once, write: 'look'}, code: 5},
	'502': {reply: reply('', {status: 502}), actions: lost, code: 5},
	'503': {reply: reply('', {status: 503}), actions: lost, code: 5},
	'503 with Retry-After': {
		reply: reply('', {status: 503, headers: {'retry-after': '1'}}),
		actions: turnedAway,
		code: 5,
	},
	'504': {reply: reply('', {status: 504}), actions: lost, code: 5},
	'a refusal': {reply: reply({status: 'SYNTAX ERROR', reason: 'no'}, {status: 400}), actions: once, code: 4},
	'a session that is over': {reply: reply({status: 'AUTH ERROR'}, {status: 403}), actions: once, code: 3},
	'a way to a page': {reply: redirect('/login'), actions: once, code: 3},
	'a page': {reply: html(), actions: once, code: 3},
	'half an answer': {reply: reply('{"status":"OK"'), actions: {...once, write: 'look'}, code: 4},
};

/** A service that answers all but one path well. */
const goodAnswers: Readonly<Record<string, Reply>> = {
	'/exceptionTracking/listFiles': ok({
		monthlyFiles: [],
		openDailyFiles: [],
		dailyFiles: [
			{fileName: '7_exc_2026-06-28.zip', fileDate: '2026-06-28', uncompressedSizeKB: 1, compressedSizeKB: 1},
		],
	}),
	'/licenseKeys/listKeys': ok({matchingKeysCount: 0, returnedKeysCount: 0, results: []}),
};
const breaking =
	(path: string, fault: Reply): Reply =>
	(response, met) =>
		(met.path === path ? fault : (goodAnswers[met.path] ?? ok()))(response, met);

async function closedPort(): Promise<string> {
	const server = createServer();
	await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
	const {port} = server.address() as AddressInfo;
	await new Promise(closed => server.close(closed));
	return `http://127.0.0.1:${port}`;
}

/** What the server saw of a path: how often it was asked for, and whether something else was asked in between. */
function getAction(paths: readonly string[], path: string): Action | string {
	const [first, ...later] = paths.slice(paths.indexOf(path));
	if (first === undefined || later.length === 0) return first === path ? 'once' : 'never';
	if (later.slice(0, retries).every(each => each === path)) return 'again';
	return later.every((each, at) => each === path || later[at - 1] !== each) && later[0] !== path
		? 'look'
		: paths.join(' ');
}

/** How a command of its own mind ends: a dead session is nothing to sign out from, a redirected login no session that ended. */
const own: Readonly<Record<string, Readonly<Record<string, number>>>> = {
	logout: {'a session that is over': 0, 'a way to a page': 0, 'a page': 0},
	login: {'a way to a page': 4},
	// What the service refuses is in a file, to be mended.
	'a change of keys': {'a refusal': 6},
};

test.each(Object.entries(failures))('%s', async (failure, {reply: fault, actions, code}) => {
	for (const [what, [line, path, kind]] of Object.entries(requests)) {
		const server = fault === 'nothing listens' ? undefined : await hostileServer(breaking(path, fault));
		const folder = temporaryFolder();
		writeFileSync(join(folder, 'keys.csv'), 'licenseKey,installQuota\nA,5\n');
		const flags = `--retries ${retries} --timeout ${fault === hang ? '100ms' : '30s'}`;
		const {exitCode, stderr} = await usagectl(`${line.replace('FOLDER', folder)} ${flags}`, {
			env: {
				USAGECTL_BASE_URL: server?.address ?? (await closedPort()),
				USAGECTL_USER: 'ada',
				USAGECTL_PRODUCT: '7',
				...(kind === 'login' ? {USAGECTL_PASSWORD: 'canary-password'} : {USAGECTL_SESSION_ID: 'canary-session'}),
			},
		});
		// After a rejected report the client asks for the earliest allowed date, which is another call.
		const met =
			server?.met.map(each => each.path).filter(each => each === path || !each.startsWith('/meta/oldest')) ??
			Array.from({length: Number(/(\d+) tries/.exec(stderr)?.[1])}, () => path);
		expect({action: getAction(met, path), code: exitCode}, `${what}: ${stderr}`).toEqual({
			action: actions[kind],
			code: own[what]?.[failure] ?? code,
		});
	}
});
