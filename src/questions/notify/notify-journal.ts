import {lstat} from 'node:fs/promises';
import {join} from 'node:path';
import {z} from 'zod';
import {CliError} from '../../errors.ts';
import {disk, isDiskError} from '../../files/disk.ts';
import {isInOwnRepository, validateNoLink} from '../../files/trust/trusted-path.ts';
import {messageId, noticeSchema} from './notice.ts';
import {journalFolder} from './notify-schema.ts';

/**
 * The journal of a target, `.notifications/NAME.ndjson` in the result history: the messages to send, and whether they were
 * sent. A line is written before a message is sent and after it was, so that a killed run sends nothing twice.
 */

const queuedDigest = z.strictObject({id: messageId, day: z.iso.date()});

const lineSchema = z.union([
	z.strictObject({at: z.string(), event: z.literal('queued'), notice: noticeSchema}),
	z.strictObject({at: z.string(), event: z.literal('queued'), digest: queuedDigest}),
	/** A change that the target does not want to hear of. */
	z.strictObject({at: z.string(), event: z.literal('noted'), key: z.string(), state: z.enum(['good', 'warn', 'fail'])}),
	z.strictObject({
		at: z.string(),
		event: z.enum(['sending', 'sent', 'failed', 'unconfirmed']),
		id: messageId,
		reason: z.string().optional(),
	}),
]);
export type JournalLine = Readonly<z.infer<typeof lineSchema>>;

export type Queued = Extract<JournalLine, {readonly event: 'queued'}>;
export type OutcomeState = 'good' | 'warn' | 'fail';

export const stateKey = ({question, product}: {readonly question: string; readonly product: number | null}): string =>
	`${question}/${product ?? 'none'}`;

const stateOf = {fail: 'fail', warn: 'warn', fixed: 'good'} as const;
const idOf = (line: Queued): string => ('notice' in line ? line.notice.id : line.digest.id);

export type JournalState = {
	/** By question and product: the latest outcome that was queued for the target, or noted without a message. */
	readonly states: ReadonlyMap<string, OutcomeState>;
	/** Messages to send, oldest first. */
	readonly pending: readonly Queued[];
	/** Messages that a run was sending when it was killed. */
	readonly unconfirmed: readonly Queued[];
	readonly lastDigest: string | undefined;
};

export function readJournalState(lines: readonly JournalLine[]): JournalState {
	const states = new Map<string, OutcomeState>();
	const queued = new Map<string, Queued>();
	const ends = new Map<string, string>();
	let lastDigest: string | undefined;
	for (const line of lines) {
		if (line.event === 'noted') states.set(line.key, line.state);
		else if (line.event !== 'queued') ends.set(line.id, line.event);
		else {
			queued.set(idOf(line), line);
			if ('notice' in line) states.set(stateKey(line.notice), stateOf[line.notice.event]);
			else lastDigest = line.digest.day;
		}
	}
	const endedAs = (...wanted: readonly (string | undefined)[]) =>
		[...queued].filter(([id]) => wanted.includes(ends.get(id))).map(([, line]) => line);
	return {states, pending: endedAs(undefined, 'failed'), unconfirmed: endedAs('sending'), lastDigest};
}

const maxBytes = 16 * 1024 * 1024;

function parseLine(text: string): readonly JournalLine[] {
	try {
		const parsed = lineSchema.safeParse(JSON.parse(text));
		return parsed.success ? [parsed.data] : [];
	} catch {
		// A killed run leaves an incomplete line.
		return [];
	}
}

export type Journal = {
	readonly state: JournalState;
	readonly add: (...lines: readonly JournalLine[]) => Promise<void>;
};

/** Opens the journal of a target. Throws CliError (disk, usage), also if a part of its path is a link. */
export async function openJournal(history: string, name: string): Promise<Journal> {
	const folder = join(history, journalFolder);
	const path = join(folder, `${name}.ndjson`);
	await validateNoLink(folder);
	await validateNoLink(path);
	const found = await lstat(path).catch(() => undefined);
	if (found && found.size > maxBytes)
		throw new CliError('damaged', `${path} is larger than ${maxBytes / 1024 / 1024} MiB`, {
			hint: 'move it away; the next run starts a new one and reports every failing check to the target again',
		});
	const text = await disk.readText(path).catch(error => {
		if (isDiskError(error, 'ENOENT')) return '';
		throw error;
	});
	let needsLineEnd = text !== '' && !text.endsWith('\n');
	return {
		state: readJournalState(text.split('\n').flatMap(parseLine)),
		add: async (...lines) => {
			if (lines.length === 0) return;
			const isShared = await isInOwnRepository(history);
			await disk.reportingAs('write', folder).makeSafeFolder(folder, isShared ? 0o777 : 0o700);
			const file = await disk.reportingAs('write', path).open(path, 'a', isShared ? 0o666 : 0o600);
			try {
				const added = lines.map(line => `${JSON.stringify(line)}\n`).join('');
				await file.write(needsLineEnd ? `\n${added}` : added);
				needsLineEnd = false;
				await file.sync();
			} finally {
				await file.close();
			}
		},
	};
}
