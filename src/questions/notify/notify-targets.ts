import {CliError} from '../../errors.ts';
import {counted} from '../../text/wording.ts';
import type {FileError} from '../file/read-yaml.ts';
import {createQuestionDigest, digestToHtml} from '../run/create-question-digest.ts';
import type {OpenedFile, ValidatedQuestions} from '../run/open-question-file.ts';
import type {QuestionPorts} from '../run/question-ports.ts';
import {type Message, toMessage} from './change-message.ts';
import type {JudgedResult} from './find-notices.ts';
import {type Batch, toBatches} from './message-batches.ts';
import {idOf, type Journal, type JournalLine, openJournal, type Queued} from './notify-journal.ts';
import type {Target} from './target-address.ts';

const missingHint =
	'add targets to the file, such as: notify: [{slack: ops, on: [fail, fixed]}]; see usagectl help questions';

async function readNotifyFile({notifyFile}: QuestionPorts): Promise<ReadonlyMap<string, string>> {
	if (notifyFile === undefined) return new Map();
	const {readPrivateFile} = await import('../../files/private-file.ts');
	const {parseNotifyFile} = await import('./target-address.ts');
	const text = await readPrivateFile(notifyFile);
	if (text === undefined)
		throw new CliError('usage', `the notify file ${notifyFile} does not exist`, {
			hint: 'create it with mode 0600 and a line NAME=ADDRESS for each target',
		});
	const {values, wrong} = parseNotifyFile(text);
	if (wrong.length === 0) return values;
	throw new CliError('usage', `${notifyFile}:${wrong[0]}: expected NAME=ADDRESS`, {
		hint: 'write a line such as: ops=https://hooks.slack.com/services/…',
	});
}

/** Finds the addresses of all targets. Their secrets are masked in all output from now on. */
export async function findTargets(
	{file, path}: OpenedFile,
	ports: QuestionPorts,
): Promise<{readonly targets: readonly Target[]; readonly errors: readonly FileError[]}> {
	const {findAddress, secretsOf, variableOf} = await import('./target-address.ts');
	if (file.notify.length === 0 && file.errors.length === 0)
		throw new CliError('usage', `${path} names no targets under notify`, {hint: missingHint});
	const {env, mask, isInsecure, isStdoutFree} = ports;
	const values = await readNotifyFile(ports);
	const targets: Target[] = [];
	const errors: FileError[] = [];
	for (const [at, named] of file.notify.entries()) {
		const getValue = (name: string) => env[variableOf(name)] || values.get(name);
		const address = findAddress(named, {getValue, isInsecure});
		if (typeof address === 'string') {
			errors.push({...file.locate(['notify', at, named.kind]), message: address});
			continue;
		}
		for (const secret of secretsOf(address)) mask.add(secret);
		if (address.way === 'mail' && address.through === 'stdout' && !isStdoutFree)
			errors.push({
				...file.locate(['notify', at, named.kind]),
				message: `email '${named.name}' goes to stdout: write the results to a file with --out`,
			});
		targets.push({...named, address});
	}
	return {targets, errors};
}

export type Notifying = {
	readonly validated: ValidatedQuestions;
	readonly targets: readonly Target[];
	readonly ports: QuestionPorts;
};

async function toDigest(id: string, day: string, {validated, ports}: Notifying): Promise<Message> {
	const {digestMarkdown} = await import('../digest/digest-markdown.ts');
	const {toDigestMessage} = await import('./summary-messages.ts');
	const digest = await createQuestionDigest(validated, ports);
	const page = await digestToHtml(digest, ports);
	const {link} = validated.file.digest;
	return toDigestMessage(digest, {id, day, link, text: digestMarkdown(digest), page});
}

/** The page of the question is attached to emails. */
async function toChange(line: Extract<Queued, {readonly notice: unknown}>, {kind}: Target, notifying: Notifying) {
	const {validated, ports} = notifying;
	const message = toMessage(line.notice, validated.file.digest.link);
	if (kind !== 'email') return message;
	const digest = await createQuestionDigest(validated, ports, line.notice.question);
	return digest.sections.length === 0 ? message : {...message, page: await digestToHtml(digest, ports)};
}

async function toBatchMessage(batch: Batch, target: Target, notifying: Notifying): Promise<Message> {
	const [line, ...others] = batch;
	if (others.length > 0)
		return (await import('./summary-messages.ts')).toSummary(batch, notifying.validated.file.digest.link);
	return 'notice' in line ? toChange(line, target, notifying) : toDigest(line.digest.id, line.digest.day, notifying);
}

async function createMessage(batch: Batch, target: Target, notifying: Notifying): Promise<Message> {
	const message = await toBatchMessage(batch, target, notifying);
	// A message that waited may be sent by a run that asks nothing.
	const isSandbox = notifying.ports.isSandbox() || ('isSynthetic' in message.data && message.data.isSynthetic === true);
	return isSandbox ? {...message, subject: `Sandbox: ${message.subject}`} : message;
}

const openTargetJournal = (
	{name}: Target,
	{validated: {path}, ports: {stateDir, service}}: Notifying,
): Promise<Journal> => openJournal({stateDir, path, service, name});

async function findLines(
	judged: readonly JudgedResult[],
	target: Target,
	{state}: Journal,
	{today, clock}: QuestionPorts,
) {
	const {findDueDigest, findNotices} = await import('./find-notices.ts');
	const at = clock.now().toISOString();
	return [
		...findNotices(judged, target, {...state, at}),
		...findDueDigest(target, {today, last: state.lastDigest, at}),
	];
}

const isQueued = (line: JournalLine): line is Queued => line.event === 'queued';
const nameOf = ({kind, name}: Target) => `${kind} '${name}'`;

/** Sends what is new for a target and what earlier runs could not deliver, in order. Stops at the first failure. */
async function notifyTarget(
	judged: readonly JudgedResult[],
	target: Target,
	notifying: Notifying,
): Promise<string | undefined> {
	const {ports} = notifying;
	const journal = await openTargetJournal(target, notifying);
	const at = () => ports.clock.now().toISOString();
	const {unconfirmed, pending} = journal.state;
	for (const line of unconfirmed) {
		await ports.note(
			`${nameOf(target)}: an earlier run ended while it was sending a message, which is not sent again${'notice' in line ? `: ${line.notice.title}` : ''}`,
		);
		await journal.add({at: at(), event: 'unconfirmed', id: idOf(line)});
	}
	const lines = await findLines(judged, target, journal, ports);
	await journal.add(...lines);
	const queue = [...pending, ...lines.filter(isQueued)];
	const batches = toBatches(queue);
	for (const [sent, batch] of batches.entries()) {
		const message = await createMessage(batch, target, notifying);
		const record = (event: 'sending' | 'sent' | 'failed', reason?: string) =>
			journal.add(...batch.map(line => ({at: at(), event, id: idOf(line), reason})));
		await record('sending');
		const {deliver} = await import('./deliver.ts');
		const reason = await deliver(target, message, ports);
		await record(reason === undefined ? 'sent' : 'failed', reason);
		if (reason !== undefined)
			return `${nameOf(target)}: ${counted(batches.length - sent, 'message')} not delivered: ${reason}`;
	}
	if (batches.length > 0) await ports.note(`${nameOf(target)}: sent ${counted(batches.length, 'message')}`);
	return undefined;
}

/** Sends all targets their due messages, in parallel. Returns the failure to end with, if a message could not be delivered. */
export async function notifyTargets(
	judged: readonly JudgedResult[],
	notifying: Notifying,
): Promise<CliError | undefined> {
	const results = await Promise.allSettled(notifying.targets.map(target => notifyTarget(judged, target, notifying)));
	for (const result of results) if (result.status === 'rejected') throw result.reason;
	const reasons = results.flatMap(result => (result.status === 'fulfilled' ? (result.value ?? []) : []));
	if (reasons.length === 0) return undefined;
	const [first = ''] = reasons;
	return new CliError(
		'network',
		reasons.length === 1 ? first : `${counted(reasons.length, 'target')} could not be notified`,
		{
			hint: 'the next run with --notify sends the messages again',
			code: 'undelivered',
			retryable: true,
			...(reasons.length > 1 ? {problems: reasons} : {}),
		},
	);
}

/** Returns what `notify` would send, as JSON. Nothing is sent or written. */
export async function previewMessages(judged: readonly JudgedResult[], notifying: Notifying): Promise<string> {
	const {preview} = await import('./deliver.ts');
	const messages: object[] = [];
	for (const target of notifying.targets) {
		const journal = await openTargetJournal(target, notifying);
		const lines = await findLines(judged, target, journal, notifying.ports);
		for (const batch of toBatches([...journal.state.pending, ...lines.filter(isQueued)])) {
			const message = await createMessage(batch, target, notifying);
			const body = await preview(target, message, notifying.ports);
			messages.push({kind: target.kind, target: target.name, body});
		}
	}
	return `${JSON.stringify(messages, undefined, 2)}\n`;
}
