import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {start} from '../../support/program/child.ts';
import {listen, placeQuestions} from './targets.ts';

const sandbox = await started();

type Mail = {readonly from: string; readonly to: readonly string[]; readonly data: string};

/** A mail server on loopback that takes every message (RFC 5321), and keeps what came between DATA and the final dot. */
async function listenSmtp() {
	const mails: Mail[] = [];
	const server = createServer(socket => {
		let [text, from, to, isData] = ['', '', [] as string[], false];
		const say = (line: string) => socket.write(`${line}\r\n`);
		const takeMail = (end: number) => {
			mails.push({from, to, data: text.slice(0, end + 2)});
			[text, to, isData] = [text.slice(end + 5), [], false];
			say('250 queued');
		};
		const takeLine = (line: string) => {
			if (line.startsWith('MAIL FROM:')) from = line.slice(10);
			if (line.startsWith('RCPT TO:')) to.push(line.slice(8));
			isData = line === 'DATA';
			say(isData ? '354 go on' : line === 'QUIT' ? '221 bye' : '250 ok');
		};
		say('220 sink');
		socket
			.on('error', () => undefined)
			.on('data', chunk => {
				text += chunk.toString('latin1');
				for (let end = 0; end >= 0; ) {
					end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n');
					if (end < 0) continue;
					if (isData) takeMail(end);
					else {
						const line = text.slice(0, end);
						text = text.slice(end + 2);
						takeLine(line);
					}
				}
			});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return {mails, port: (server.address() as AddressInfo).port};
}

/** Stands for sendmail: sends what it reads to the server, with the line ends and the doubled dots of SMTP. */
const sendmail = (port: number) => `#!${process.execPath}
const socket = require('node:net').connect(${port}, '127.0.0.1');
const to = process.argv.slice(process.argv.indexOf('--') + 1);
const text = require('node:fs').readFileSync(0, 'latin1').replace(/\\n/g, '\\r\\n').replace(/^\\./gm, '..');
const lines = ['EHLO me', 'MAIL FROM:<me@b.example>', ...to.map(each => 'RCPT TO:<' + each + '>'), 'DATA', text + '.', 'QUIT'];
socket.on('data', () => (lines.length > 0 ? socket.write(lines.shift() + '\\r\\n', 'latin1') : socket.end()));
`;

const partsOf = (data: string) =>
	[
		...data.matchAll(
			/Content-Type: (text\/\w+)[^\r]*\r\n(?:[^\r]+\r\n)*?Content-Transfer-Encoding: base64\r\n(?:[^\r]+\r\n)*\r\n([\w+/=\r\n]+)/g,
		),
	].map(([, type, body = '']) => ({type, text: Buffer.from(body, 'base64').toString()}));

test('a mail server takes the message from sendmail, with a text, an HTML part and the page', async () => {
	const {mails, port} = await listenSmtp();
	const bin = join(temporaryFolder(), 'bin');
	mkdirSync(bin);
	writeFileSync(join(bin, 'sendmail'), sendmail(port));
	chmodSync(join(bin, 'sendmail'), 0o755);
	const {run, env} = placeQuestions(sandbox, '{email: team}', {TEAM: 'sendmail a@b.example,c@d.example'});
	Object.assign(env, {PATH: `${bin}:${process.env.PATH}`});
	expect(await run(3)).toMatchObject({exitCode: 7, stderr: ''});
	expect(await run(3)).toMatchObject({exitCode: 7, stderr: ''});
	expect(mails).toHaveLength(1);
	const [{from, to, data} = {from: '', to: [], data: ''}] = mails;
	expect([from, to]).toEqual(['<me@b.example>', ['<a@b.example>', '<c@d.example>']]);
	expect(data).toMatch(/\r\nTo: a@b\.example, c@d\.example\r\nSubject: Sandbox: Failed: License keys\r\n/);
	expect(data).toMatch(/^[\t\r\n\x20-\x7E]*$/);
	expect(data.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
	expect(Math.max(...data.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(998);
	const parts = partsOf(data);
	expect(parts.map(({type}) => type)).toEqual(['text/plain', 'text/html', 'text/html']);
	expect(parts[0]?.text).toContain('Outcome: fail');
	expect(parts[1]?.text).toContain('<h1');
	expect(parts[2]?.text).toContain('<!doctype html>');
});

test('a message that was received before a kill is not sent again', async () => {
	const killed: (() => void)[] = [];
	const target = await listen((response, at) => (at === 1 ? killed.shift()?.() : void response.end('ok')));
	const {run, env, file} = placeQuestions(sandbox, '{webhook: ops}', {OPS: target.address});
	const words = ['questions', 'run', '--notify', '-q', '--file', file, '--set', 'MAX=3', '--set', 'WARN=9'];
	const child = start(words, {env});
	killed.push(() => child.kill());
	expect(await child.ended).toMatchObject({code: null, signal: 'SIGKILL', stderr: ''});
	expect(target.received).toHaveLength(1);
	expect((await run(3)).exitCode).toBe(7);
	expect(target.received).toHaveLength(1);
	expect((await run(9)).exitCode).toBe(0);
	expect(target.received.map(({body}) => JSON.parse(body).event)).toEqual(['fail', 'fixed']);
});
