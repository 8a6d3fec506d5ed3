import {createHmac} from 'node:crypto';
import {once} from 'node:events';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import {userAgent} from '../../version.ts';
import type {QuestionPorts} from '../run/question-ports.ts';
import type {Message} from './change-message.ts';
import {bodyOf} from './chat-bodies.ts';
import type {TargetKind} from './notify-schema.ts';
import type {Target, TargetAddress} from './target-address.ts';

type HttpAddress = Extract<TargetAddress, {readonly way: 'http'}>;
type MailAddress = Extract<TargetAddress, {readonly way: 'mail'}>;

/** A reason for the user, which does not contain the address of the target. */
class UndeliveredError extends Error {
	override readonly name = 'UndeliveredError';
}

/** Slack answers with words such as `channel_is_archived`; other texts of a server could repeat the request. */
const wordIn = (text: string) => (/^[a-z][a-z_]{2,40}$/.test(text.trim()) ? `: ${text.trim()}` : '');

function describeStatus(status: number, text = ''): string {
	if (status >= 300 && status < 400) return `it responded with a redirect (status ${status}), which is not followed`;
	return `it responded with status ${status}${wordIn(text)}`;
}

async function post(
	{url, secret}: HttpAddress,
	{kind, message}: {readonly kind: Exclude<TargetKind, 'email'>; readonly message: Message},
	ports: QuestionPorts,
): Promise<void> {
	const {id} = message;
	const body = JSON.stringify(bodyOf(kind, message));
	const signature = secret === undefined ? {} : signWebhook({id, body, secret}, ports.clock.now());
	const headers = {
		'content-type': 'application/json',
		'user-agent': userAgent,
		...(kind === 'webhook' ? {'webhook-id': id, ...signature} : {}),
	};
	// The path of the address is a secret, so progress and messages never show it.
	const end = ports.progress.wait(`notifying a ${kind} target`);
	const answer = await ports
		.post({url, headers, body})
		.catch(error => {
			if (!(error instanceof CliError) || !['network', 'refused'].includes(error.kind)) throw error;
			throw new UndeliveredError(
				error.message.replaceAll(url.host, 'its server').replaceAll(url.hostname, 'its server'),
			);
		})
		.finally(end);
	if (answer.status < 200 || answer.status > 299)
		throw new UndeliveredError(describeStatus(answer.status, answer.text));
}

/** Gives a message to the system's sendmail, which takes it over at once or fails. */
async function sendmail(text: string, to: readonly string[], {timeoutMs, signal, env}: QuestionPorts): Promise<void> {
	const {spawn} = await import('node:child_process');
	const path = [env.PATH, '/usr/sbin', '/usr/lib'].filter(Boolean).join(':');
	const child = spawn('sendmail', ['-i', '--', ...to], {
		env: {PATH: path, ...(env.HOME === undefined ? {} : {HOME: env.HOME})},
		stdio: ['pipe', 'ignore', 'ignore'],
		signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
	});
	// A program that exits early closes its input; the error is then its exit status, not this one.
	child.stdin.on('error', () => undefined);
	child.stdin.end(text);
	const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
		signal.throwIfAborted();
		if (error.code === 'ENOENT') throw new UndeliveredError('there is no program sendmail');
		throw new UndeliveredError(`sendmail did not finish within ${timeoutMs / 1000} s`);
	});
	if (code !== 0) throw new UndeliveredError(`sendmail exited with status ${code}`);
}

/** The name of the file contains the ID, so a message that is already there is not written again. */
async function writeMail(folder: string, {id}: Message, text: string): Promise<void> {
	const {disk} = await import('../../files/disk.ts');
	const target = disk.reportingAs('write', folder);
	try {
		await target.makeFolder(folder);
		await target.create(join(folder, `usagectl-${id}.eml`), text, 0o600);
	} catch (error) {
		throw error instanceof CliError && error.kind === 'disk' ? new UndeliveredError(error.message) : error;
	}
}

async function toMail(address: TargetAddress, message: Message, {clock}: QuestionPorts): Promise<string> {
	const {emailMessage} = await import('./email-body.ts');
	const {to, from = `usagectl@${hostname()}`} = address.way === 'mail' ? address : {to: []};
	return emailMessage(message, {to, from, date: clock.now()});
}

async function mail(address: MailAddress, message: Message, ports: QuestionPorts): Promise<void> {
	const {through, to} = address;
	const text = await toMail(address, message, ports);
	// Programs read messages with the line ends of the system; files have those of the mail.
	const piped = text.replaceAll('\r\n', '\n');
	if (through === 'stdout') await ports.stdout.write(piped);
	else if (through === 'sendmail') await sendmail(piped, to, ports);
	else await writeMail(through.folder, message, text);
}

/** Returns the reason why a message could not be delivered; undefined if it was. Throws what ends the run. */
export async function deliver(
	{kind, address}: Target,
	message: Message,
	ports: QuestionPorts,
): Promise<string | undefined> {
	try {
		if (address.way === 'mail') await mail(address, message, ports);
		else if (kind !== 'email') await post(address, {kind, message}, ports);
		return undefined;
	} catch (error) {
		if (error instanceof UndeliveredError) return ports.mask.text(error.message);
		throw error;
	}
}

/** Returns what would be sent. */
export const preview = async ({kind, address}: Target, message: Message, ports: QuestionPorts): Promise<unknown> =>
	kind === 'email' ? toMail(address, message, ports) : bodyOf(kind, message);

/** Signs as Standard Webhooks 1.0 says: HMAC-SHA256 of ID, time and body. The secret is text, or Base64 after `whsec_`. */
export function signWebhook(
	{id, body, secret}: {readonly id: string; readonly body: string; readonly secret: string},
	now: Date,
): Readonly<Record<string, string>> {
	const timestamp = String(Math.floor(now.getTime() / 1000));
	const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);
	const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
	return {'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}`};
}
