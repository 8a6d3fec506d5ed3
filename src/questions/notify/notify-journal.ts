import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {z} from 'zod';
import {disk} from '../../files/disk.ts';
import {resolveLinks} from '../../files/platform.ts';
import {createPrivateFolder, readPrivateFile} from '../../files/private-file.ts';
import {messageId, noticeSchema} from './notice.ts';

/**
 * The journal of a target: the messages to send, and whether they were sent. A line is written before a message is sent and
 * after it was, so that a killed run sends nothing twice. It is state of this user, because a file in the repository, which
 * others write too, could send messages or suppress them.
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
export const idOf = (line: Queued): string => ('notice' in line ? line.notice.id : line.digest.id);

export type JournalState = {
	/** By question and product: the latest outcome that was queued for the target, or noted without a message. */
	readonly states: ReadonlyMap<string, OutcomeState>;
	/** Messages to send, oldest first. */
	readonly pending: readonly Queued[];
	/** Messages that a run was sending when it was killed. */
	readonly unconfirmed: readonly Queued[];
	readonly lastDigest: string | undefined;
	readonly queuedCount: number;
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
	return {
		states,
		pending: endedAs(undefined, 'failed'),
		unconfirmed: endedAs('sending'),
		lastDigest,
		queuedCount: queued.size,
	};
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

export type JournalKey = {
	readonly stateDir: string;
	/** The path of the question file. */
	readonly path: string;
	readonly service: string;
	/** The name of the target. */
	readonly name: string;
};

/** Opens the journal of a target for one question file and service. Throws CliError (disk). */
export async function openJournal({stateDir, path: file, service, name}: JournalKey): Promise<Journal> {
	const key = JSON.stringify([await resolveLinks(file), service]);
	const hash = createHash('sha256').update(key).digest('hex').slice(0, 24);
	const folder = join(stateDir, 'notifications', hash);
	const path = join(folder, `${name}.ndjson`);
	const text = (await readPrivateFile(path, maxBytes)) ?? '';
	let needsLineEnd = text !== '' && !text.endsWith('\n');
	return {
		state: readJournalState(text.split('\n').flatMap(parseLine)),
		add: async (...lines) => {
			if (lines.length === 0) return;
			await createPrivateFolder(folder);
			const file = await disk.reportingAs('write', path).open(path, 'a', 0o600);
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
