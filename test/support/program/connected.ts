import {type ConnectParts, connectClient} from '../../../src/client/connect.ts';
import {createTransport} from '../../../src/client/http/transport.ts';
import {createMask} from '../../../src/client/mask.ts';
import type {Client} from '../../../src/ports.ts';
import {noSessions} from '../../../src/session/session-store.ts';
import {resolveSettings} from '../../../src/session/settings.ts';
import {noSettings} from '../../../src/session/stored-settings.ts';
import {fakeClock} from '../laws/clock.ts';

export const sessionId = 'canary-session-0123456789';
export const password = 'canary-password ✓';
export const user = 'ada@example.test';

const handedIn = {USAGECTL_USER: user, USAGECTL_SESSION_ID: sessionId};
/** Credentials that open a session by themselves. */
export const signsIn = {USAGECTL_USER: user, USAGECTL_PASSWORD: password};

/** How to call without a client: the real transport, a clock of its own. */
export const getExchangeParts = () => ({
	transport: createTransport(),
	clock: fakeClock(),
	timeoutMs: 30_000,
	retries: 3,
	maxAnswerBytes: 2 ** 23,
	random: () => 0.5,
	note: () => undefined,
	trace: () => undefined,
});

export type Connected = {
	readonly client: Client;
	readonly clock: ReturnType<typeof fakeClock>;
	/** Lines of `--debug`, masked as the program masks them. */
	readonly traced: string[];
};

/** The real client over real sockets, with a clock of its own; by default with a session from the environment. */
export async function connected(
	address: string,
	{
		env = handedIn,
		flags = {},
		...parts
	}: Partial<Omit<ConnectParts, 'settings'>> & {flags?: Record<string, readonly string[]>} = {},
): Promise<Connected> {
	const clock = fakeClock();
	const traced: string[] = [];
	const mask = createMask();
	const settings = resolveSettings({flags: {'base-url': [address], ...flags}, env, stored: noSettings});
	const client = await connectClient({
		settings,
		env,
		sessions: noSessions,
		transport: createTransport(),
		clock,
		mask,
		timeoutMs: 30_000,
		retries: 3,
		maxAnswerBytes: 2 ** 23,
		random: () => 0.5,
		note: () => undefined,
		trace: line => traced.push(mask.text(line)),
		...parts,
	});
	return {client, clock, traced};
}
