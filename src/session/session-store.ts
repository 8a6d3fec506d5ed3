import {join} from 'node:path';
import {z} from 'zod';
import {isObject} from '../contract/json-values.ts';
import {once} from '../contract/once.ts';
import {CliError} from '../errors.ts';
import {readPrivateFile, writePrivateFile} from '../files/private-file.ts';
import {withLock} from '../files/with-lock.ts';
import {tryParseJson} from '../text/try-parse-json.ts';
import {type Session, type StoredSession, storedSessionSchema} from './session.ts';
import type {StoreOptions} from './settings-store.ts';

/** The sessions of this machine, in a private file apart from the settings. Passwords are never stored. */
export type SessionStore = {
	readonly path: string;
	/** Undefined if the file is empty or damaged. */
	readonly list: () => Promise<readonly StoredSession[] | undefined>;
	readonly find: (profile: string, address: string) => Promise<Session | undefined>;
	readonly put: (profile: string, session: Session) => Promise<void>;
	readonly remove: (profile: string, address?: string) => Promise<void>;
};

const version = 1;
const fileSchema = once(() => z.object({version: z.literal(version), sessions: z.array(storedSessionSchema())}));

/** Returns undefined for an empty or damaged file. */
function parseSessions(text: string | undefined, path: string): readonly StoredSession[] | undefined {
	if (text === undefined) return [];
	const value = tryParseJson(text.replace(/^\uFEFF/, ''));
	if (isObject(value) && Number(value.version) > version)
		throw new CliError('disk', `${path} was written by a newer version`, {
			hint: `move it away and sign in again: mv '${path}' '${path}.bad' && usagectl login`,
			code: 'damaged-file',
		});
	return fileSchema().safeParse(value).data?.sessions;
}

const isAt = (profile: string, address?: string) => (one: StoredSession) =>
	one.profile === profile && (address === undefined || one.session.address === address);

export function createSessionStore({configDir, clock}: StoreOptions): SessionStore {
	const path = join(configDir, 'session.json');
	const list = async () => parseSessions(await readPrivateFile(path), path);
	/** An empty or damaged file has no sessions: the next one replaces it. */
	const read = async () => (await list()) ?? [];
	const change = async (next: (sessions: readonly StoredSession[]) => readonly StoredSession[]) => {
		await withLock({folder: configDir, name: 'session', clock, waitMs: 10_000}, async () => {
			const sessions = next(await read());
			await writePrivateFile(path, `${JSON.stringify({version, sessions}, null, '\t')}\n`);
		});
	};
	return {
		path,
		list,
		find: async (profile, address) => (await read()).find(isAt(profile, address))?.session,
		put: (profile, opened) =>
			change(sessions => [...sessions.filter(one => !isAt(profile, opened.address)(one)), {profile, session: opened}]),
		remove: async (profile, address) => {
			if ((await read()).some(isAt(profile, address)))
				await change(sessions => sessions.filter(one => !isAt(profile, address)(one)));
		},
	};
}

/** Stores nothing, for the sandbox, whose credentials change with each run. */
export const noSessions: SessionStore = {
	path: '',
	list: async () => [],
	find: async () => undefined,
	put: async () => undefined,
	remove: async () => undefined,
};
