import {appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {signWebhook} from '../../../src/questions/notify/deliver.ts';
import {chooseData, started} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {listen, placeQuestions, type Received, secret} from './targets.ts';

const sandbox = await started();

const bodiesOf = ({received}: {readonly received: readonly Received[]}) => received.map(({body}) => JSON.parse(body));

test('each kind of target gets one message per change, and nothing else', async () => {
	const [slack, teams, discord, webhook] = await Promise.all([listen(), listen(), listen(), listen()]);
	const {run, folder} = placeQuestions(
		sandbox,
		'{slack: ops, on: [fail, fixed, warn]}, {teams: chat}, {discord: game}, {webhook: pager}, {email: team}',
		{
			OPS: slack.address,
			CHAT: teams.address,
			GAME: discord.address,
			PAGER: webhook.address,
			PAGER_SECRET: 'hush-hush',
			TEAM: `${temporaryFolder()}/out a@b.example`,
		},
	);
	expect((await run(9)).exitCode).toBe(0);
	expect((await run(3, {warn: 2})).exitCode).toBe(7);
	expect((await run(3, {warn: 2})).exitCode).toBe(7);
	expect((await run(9)).exitCode).toBe(0);
	expect((await run(9)).exitCode).toBe(0);
	expect(bodiesOf(slack).map(({text}) => text)).toEqual([
		'Sandbox: Failed: License keys: 5 rows, over the maximum of 3',
		'Sandbox: Warning: warned: 5 rows, over the maximum of 2',
		'Sandbox: Fixed: License keys: The checks pass again.',
		'Sandbox: Fixed: warned: The checks pass again.',
	]);
	expect(bodiesOf(teams)).toHaveLength(2);
	expect(bodiesOf(discord).map(({embeds}) => embeds[0].title)).toEqual([
		'Sandbox: Failed: License keys',
		'Sandbox: Fixed: License keys',
	]);
	const [first] = bodiesOf(webhook);
	expect(first).toMatchObject({
		...{type: 'usagectl.change', event: 'fail', question: 'keys', title: 'License keys', verdict: 'fail'},
		...{
			figure: {name: 'rows', value: 5},
			reason: '5 rows, over the maximum of 3',
			day: '2026-06-30',
			product: sandbox.product,
		},
	});
	for (const {headers, body} of webhook.received) {
		const at = new Date(Number(headers['webhook-timestamp']) * 1000);
		const id = String(headers['webhook-id']);
		expect(headers).toMatchObject(signWebhook({id, body, secret: 'hush-hush'}, at));
	}
	expect(new Set(webhook.received.map(({headers}) => headers['webhook-id'])).size).toBe(2);
	expect(existsSync(join(folder, 'usagectl-history'))).toBe(true);
});

test('with --sandbox, messages reach the targets, name the sandbox, and are apart from those of a service', async () => {
	const [slack, teams, discord, webhook] = await Promise.all([listen(), listen(), listen(), listen()]);
	const box = `${temporaryFolder()}/out`;
	const {run, env} = placeQuestions(
		sandbox,
		'{slack: ops}, {teams: chat}, {discord: game}, {webhook: pager}, {email: team}',
		{
			...{OPS: slack.address, CHAT: teams.address, GAME: discord.address, PAGER: webhook.address},
			TEAM: `${box} a@b.example`,
		},
	);
	await chooseData(env.USAGECTL_CONFIG_DIR);
	// The clock is frozen, so the results have one time.
	for (const max of [3, 9, 3]) await run(max, {more: '--sandbox'});
	expect(bodiesOf(slack).map(({text}) => text)).toEqual([
		'Sandbox: Failed: License keys: 5 rows, over the maximum of 3',
		'Sandbox: Fixed: License keys: The checks pass again.',
		'Sandbox: Failed: License keys: 5 rows, over the maximum of 3',
	]);
	for (const {received} of [teams, discord]) {
		expect(received).toHaveLength(3);
		for (const {body} of received) expect(body).toContain('Sandbox: ');
	}
	expect(bodiesOf(webhook).map(({isSynthetic}) => isSynthetic)).toEqual([true, true, true]);
	expect(new Set(webhook.received.map(({headers}) => headers['webhook-id'])).size).toBe(3);
	expect(readdirSync(box)).toHaveLength(3);
	await run(3);
	expect(
		bodiesOf(slack)
			.slice(3)
			.map(({text}) => text),
	).toEqual(['Sandbox: Failed: License keys: 5 rows, over the maximum of 3']);
});

test('messages link to the published page, at the section of the question', async () => {
	const [slack, teams, discord, webhook] = await Promise.all([listen(), listen(), listen(), listen()]);
	const {run, file} = placeQuestions(
		sandbox,
		'{slack: ops}, {teams: chat}, {discord: game}, {webhook: pager, digest: daily}',
		{
			...{OPS: slack.address, CHAT: teams.address, GAME: discord.address, PAGER: webhook.address},
		},
	);
	appendFileSync(file, "digest: {link: 'https://Usage.example.com/week.html?a=<b>'}\n");
	expect((await run(3)).exitCode).toBe(7);
	const page = 'https://usage.example.com/week.html?a=%3Cb%3E';
	const link = `${page}#keys-${sandbox.product}`;
	expect(bodiesOf(slack)[0].blocks[3].elements[0].elements).toEqual([{type: 'link', url: link}]);
	expect(bodiesOf(teams)[0].attachments[0].content.actions).toEqual([
		{type: 'Action.OpenUrl', title: 'Open the page on usage.example.com', url: link},
	]);
	expect(bodiesOf(discord)[0].embeds[0].url).toBe(link);
	expect(bodiesOf(webhook).map(body => body.link)).toEqual([link, page]);
	const html = `${file}.html`;
	await usagectl(`questions digest --file ${file} --set MAX=3 --set WARN=9 --html ${html}`, {env: sandbox.env});
	expect(readFileSync(html, 'utf8')).toContain(`id="keys-${sandbox.product}"`);
});

test('an email goes to a folder, to sendmail or to stdout, with the page of the question attached', async () => {
	const bin = temporaryFolder();
	writeFileSync(
		join(bin, 'sendmail'),
		`#!/bin/sh\necho "$@" >'${bin}/words'\nenv >'${bin}/env'\ncat >'${bin}/mail'\n`,
		{
			mode: 0o755,
		},
	);
	const {run, env} = placeQuestions(sandbox, '{email: box}, {email: mailer}, {email: shown}', {
		BOX: `${bin}/out a@b.example,c@d.example from=me@b.example`,
		MAILER: 'sendmail a@b.example c@d.example'.replace(' c@', ',c@'),
		SHOWN: 'stdout a@b.example',
	});
	Object.assign(env, {PATH: `${bin}:${process.env.PATH}`});
	expect(await run(3)).toMatchObject({exitCode: 2, stderr: expect.stringContaining("email 'shown' goes to stdout")});
	const {stdout, exitCode} = await run(3, {more: `--out ${bin}/rows.csv`});
	expect(exitCode).toBe(7);
	const [name = ''] = readdirSync(join(bin, 'out'));
	const filed = readFileSync(join(bin, 'out', name), 'utf8');
	expect(filed).toMatch(/\r\nFrom: me@b.example\r\nTo: a@b.example, c@d.example\r\n/);
	expect(filed).toMatch(/\r\nDate: Tue, 30 Jun 2026 23:00:00 \+0000\r\n/);
	expect(filed).toContain('Content-Disposition: attachment; filename=usagectl-digest.html');
	expect(stdout).toMatch(/\nFrom: usagectl@\S+\nTo: a@b.example\nSubject: Sandbox: Failed: License keys\n/);
	expect(readFileSync(join(bin, 'words'), 'utf8')).toBe('-i -- a@b.example c@d.example\n');
	expect(readFileSync(join(bin, 'mail'), 'utf8')).toMatch(/\nTo: a@b.example, c@d.example\n/);
	expect(readFileSync(join(bin, 'env'), 'utf8')).not.toContain('USAGECTL');
	writeFileSync(join(bin, 'sendmail'), '#!/bin/sh\nexit 75\n', {mode: 0o755});
	const failed = await run(9, {more: `--out ${bin}/rows.csv`});
	expect(failed).toMatchObject({exitCode: 5, stderr: expect.stringContaining('sendmail exited with status 75')});
});

test('a target that is busy is retried; one that fails, redirects or hangs ends the run with 5 and gets the message next time', async () => {
	let isBroken = true;
	const busy = await listen((response, at) => {
		response.writeHead(at === 1 ? 429 : 200, {'retry-after': '0'});
		response.end();
	});
	const failing = await listen(response => {
		response.writeHead(isBroken ? 500 : 204);
		response.end();
	});
	const elsewhere = await listen();
	const redirecting = await listen(response => {
		response.writeHead(isBroken ? 307 : 200, {location: elsewhere.address});
		response.end();
	});
	const hanging = await listen(response => void (isBroken || response.end()));
	const targets = {BUSY: busy, FAILING: failing, MOVED: redirecting, SLOW: hanging};
	const {run, journal} = placeQuestions(
		sandbox,
		'{slack: busy}, {webhook: failing}, {discord: moved}, {teams: slow}',
		Object.fromEntries(Object.entries(targets).map(([name, {address}]) => [name, address])),
	);
	const {exitCode, stderr, stdout} = await run(3, {more: '--timeout 1s -o csv'});
	expect(exitCode).toBe(5);
	expect(stdout).toContain('keys,');
	expect(stderr).toMatch(/^error: 3 targets could not be notified$/m);
	expect(stderr).toContain("webhook 'failing': 1 message not delivered: it responded with status 500");
	expect(stderr).toContain("discord 'moved': 1 message not delivered: it responded with a redirect (status 307)");
	expect(stderr).toContain("teams 'slow': 1 message not delivered: its server took longer than 1 s");
	expect(elsewhere.received).toEqual([]);
	expect(busy.received).toHaveLength(2);
	isBroken = false;
	expect((await run(3)).exitCode).toBe(7);
	expect((await run(3)).exitCode).toBe(7);
	for (const {received} of [busy, failing, redirecting, hanging]) expect(received).toHaveLength(2);
	expect(failing.received[0]?.body).toBe(failing.received[1]?.body);
	expect(readdirSync(dirname(journal('busy'))).sort()).toEqual([
		'busy.ndjson',
		'failing.ndjson',
		'moved.ndjson',
		'slow.ndjson',
	]);
});

test('the address and the secret of a target are in no output, history, recording or error', async () => {
	const server = await listen(response => {
		response.writeHead(400, {'x-echo': secret});
		response.end(`no such hook: ${secret} hush-hush`);
	});
	const {run, history, folder} = placeQuestions(sandbox, '{slack: ops}, {webhook: pager}', {
		OPS: server.address,
		PAGER: 'http://127.0.0.1:9/tOpSecretPathOfATarget',
		PAGER_SECRET: 'hush-hush',
	});
	const {stdout, stderr, exitCode} = await run(3, {more: `--record ${folder}/recording.json --debug --retries 0`});
	expect(exitCode).toBe(5);
	expect(server.received).toHaveLength(1);
	const saved = readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
	expect(saved.length).toBeGreaterThan(4);
	for (const text of [stdout, stderr, ...saved]) {
		expect(text).not.toContain(secret);
		expect(text).not.toContain('hush-hush');
	}
	expect(existsSync(history)).toBe(true);
});

test('all addresses that are missing or wrong are named with their places before anything is sent', async () => {
	const {run, history} = placeQuestions(sandbox, '{slack: ops}, {webhook: pager}, {email: team, digest: daily}', {
		PAGER: 'nonsense',
	});
	const {stderr, exitCode} = await run(3);
	expect(exitCode).toBe(2);
	expect(stderr).toMatch(/usagectl.yaml:1:18: the address of slack 'ops' is not set: set USAGECTL_NOTIFY_OPS, or put/);
	expect(stderr).toMatch(/usagectl.yaml:1:34: the address of webhook 'pager': expected a URL$/m);
	expect(stderr).toContain("the address of email 'team' is not set");
	expect(existsSync(history)).toBe(false);
	const bad = placeQuestions(
		sandbox,
		'{slack: "https://evil.example/x"}, {slack: a, teams: b}, {slack: c, on: []}, {slack: d}, {teams: d}',
		{},
	);
	const wrong = (await bad.run(3)).stderr;
	expect(wrong).toContain('slack: expected a name of lowercase letters, digits and dashes, such as ops');
	expect(wrong).toContain('a target needs one of slack, teams, discord, webhook, email');
	expect(wrong).toContain("a target needs 'on', 'digest' or both");
	const twins = await placeQuestions(sandbox, '{slack: d}, {teams: d}', {D: 'https://x.example/'}).run(3);
	expect(twins.stderr).toContain("two targets are named 'd'");
	expect((await run(3, {more: '--no-keep'})).stderr).toContain('--notify and --no-keep cannot be combined');
});

test('addresses may be in a private file that the profile names', async () => {
	const server = await listen();
	const {run, folder} = placeQuestions(sandbox, '{slack: ops}', {});
	const file = join(folder, 'targets');
	writeFileSync(file, `# ours\nops=${server.address}\n`, {mode: 0o600});
	expect((await run(3, {more: `--notify-file ${file}`})).exitCode).toBe(7);
	expect(server.received).toHaveLength(1);
	writeFileSync(file, 'ops\n');
	expect((await run(3, {more: `--notify-file ${file}`})).stderr).toContain('targets:1: expected NAME=ADDRESS');
	expect((await run(3, {more: `--notify-file ${folder}/none`})).stderr).toContain('does not exist');
});

test('--dry-run prints what the latest results would cause, and sends nothing', async () => {
	const server = await listen();
	const {run, file, env, journal} = placeQuestions(sandbox, '{slack: ops, digest: daily}, {email: team}', {
		OPS: server.address,
		TEAM: 'stdout a@b.example',
	});
	await usagectl(`questions run -q --file ${file} --set MAX=3 --set WARN=9`, {env});
	const {stdout, exitCode} = await run(3, {more: '--dry-run'});
	expect(exitCode).toBe(0);
	const shown = JSON.parse(stdout);
	expect(shown.map(({kind, target}: Record<string, string>) => [kind, target])).toEqual([
		['slack', 'ops'],
		['slack', 'ops'],
		['email', 'team'],
	]);
	expect(shown[0].body.text).toContain('Sandbox: Failed: License keys');
	expect(shown[1].body.text).toContain('Usage digest, 2026-06-30');
	expect(shown[2].body).toContain('Subject: Sandbox: Failed: License keys');
	expect(stdout).not.toContain(secret);
	expect(server.received).toEqual([]);
	expect(existsSync(journal('ops'))).toBe(false);
});

test('--dry-run before the first run says why there is no message', async () => {
	const {file, env} = placeQuestions(sandbox, '{slack: ops}', {OPS: 'https://hooks.slack.com/services/x'});
	const line = `questions run --notify --dry-run --file ${file} --set MAX=3 --set WARN=9`;
	expect(await usagectl(line, {env})).toMatchObject({
		exitCode: 0,
		stdout: '[]\n',
		stderr: expect.stringContaining('there are no results yet (first: usagectl questions run)'),
	});
});

test('an address behind --notify is an error beside others, and is not repeated', async () => {
	const address = `https://hooks.slack.com/${secret}`;
	const {file, env} = placeQuestions(sandbox, '{slack: ops}', {OPS: address});
	const alone = await usagectl(`questions run --notify ${address} --file ${file} --set MAX=3 --set WARN=9`, {env});
	expect(alone).toMatchObject({exitCode: 2, stdout: ''});
	expect(alone.stderr).toMatch(/--notify takes no address.*\nhint: .*USAGECTL_NOTIFY_NAME/);
	const both = await usagectl(`questions run --notify ${address} --file ${file} --set NONE=1`, {env});
	expect(both.stderr).toMatch(/2 errors\n.*--notify takes no address.*\n.*no variable NONE/);
	for (const {stderr} of [alone, both]) expect(stderr).not.toContain(secret);
});

test('what a clone carries is not sent, suppresses no message and names no file', async () => {
	const server = await listen();
	const {run, history} = placeQuestions(sandbox, '{slack: ops}', {OPS: server.address});
	const at = '2026-06-29T00:00:00Z';
	const planted = [
		{at, event: 'noted', key: `keys/${sandbox.product}`, state: 'fail'},
		{at, event: 'queued', digest: {id: '0123456789abcdef01234567', day: '2026-06-29'}},
		{at, event: 'queued', digest: {id: '../../../x', day: '2026-06-29'}},
	];
	mkdirSync(join(history, '.notifications'), {recursive: true});
	const path = join(history, '.notifications/ops.ndjson');
	const text = planted.map(line => `${JSON.stringify(line)}\n`).join('');
	writeFileSync(path, text);
	expect((await run(3)).exitCode).toBe(7);
	expect(bodiesOf(server).map(({text}) => text)).toEqual([
		'Sandbox: Failed: License keys: 5 rows, over the maximum of 3',
	]);
	expect(readFileSync(path, 'utf8')).toBe(text);
});

test('a target gets at most 20 messages a run: the last one sums up the rest, and none is sent again', async () => {
	const [slack, pager] = await Promise.all([listen(), listen()]);
	const {run, file} = placeQuestions(sandbox, '{slack: ops}, {webhook: pager, digest: daily}', {
		OPS: slack.address,
		PAGER: pager.address,
	});
	for (let at = 1; at <= 24; at++)
		appendFileSync(file, `  more${at}:\n    ask: keys list --limit 5\n    checks: [{rows: true, max: 1}]\n`);
	expect((await run(3)).exitCode).toBe(7);
	expect(slack.received).toHaveLength(20);
	expect(bodiesOf(slack).at(-1).text).toBe('Sandbox: 6 more messages in one: Failed: more19');
	const types = bodiesOf(pager).map(({type}) => type);
	expect(types.toSorted()).toEqual(
		['usagectl.digest', ...Array(18).fill('usagectl.change'), 'usagectl.summary'].toSorted(),
	);
	expect(bodiesOf(pager).at(-1).changes).toHaveLength(7);
	await run(3);
	expect([slack.received.length, pager.received.length]).toEqual([20, 20]);
});

test('wherever a run is killed, no message is sent twice, and one that was not begun is sent next time', async () => {
	const server = await listen();
	const {run, journal} = placeQuestions(sandbox, '{slack: ops}', {OPS: server.address});
	await run(3);
	const path = journal('ops');
	const whole = readFileSync(path);
	// A message is sent once the line with `sending` is on the disk.
	const begun = whole.indexOf('\n', whole.indexOf('"sending"')) + 1;
	for (const cut of [0, 200, begun - 20, begun, begun + 10, whole.length - 5]) {
		writeFileSync(path, whole.subarray(0, cut));
		const before = server.received.length;
		const {exitCode, stderr} = await run(3);
		expect([exitCode, stderr]).toEqual([7, '']);
		expect(server.received.length - before, `cut at ${cut} of ${whole.length}`).toBe(cut < begun - 1 ? 1 : 0);
	}
	const before = server.received.length;
	await run(3);
	expect(server.received).toHaveLength(before);
});

test('digests are sent on their day, once, and the journal says what was sent', async () => {
	const server = await listen();
	const {run, setDay, journal} = placeQuestions(sandbox, '{webhook: pager, on: [], digest: weekly monday}', {
		PAGER: server.address,
	});
	for (const day of ['2026-06-30', '2026-07-06', '2026-07-06', '2026-07-07', '2026-07-14']) {
		setDay(day);
		await run(3, {more: `--today ${day}`});
	}
	expect(bodiesOf(server).map(({type, day}) => [type, day])).toEqual([
		['usagectl.digest', '2026-07-06'],
		['usagectl.digest', '2026-07-14'],
	]);
	expect(bodiesOf(server)[0].outcomes).toMatchObject([
		{verdict: 'fail', title: 'License keys', figure: {name: 'rows', value: 5}},
		{verdict: 'ok', title: 'warned'},
	]);
	const events = readFileSync(journal('pager'), 'utf8')
		.trim()
		.split('\n')
		.map(line => JSON.parse(line).event);
	expect(events.filter(event => event === 'sent')).toHaveLength(2);
});
