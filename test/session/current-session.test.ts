import {expect, test} from 'vitest';
import {CliError, type FailureKind} from '../../src/errors.ts';
import {createIdentity, withoutRepeatedSignIns} from '../../src/session/current-session.ts';
import {noSessions} from '../../src/session/session-store.ts';

/** A process that runs for days must survive failures of its session. */

const address = 'https://service.example';
const session = {address, user: 'ada', openedAt: '2026-01-01T00:00:00.000Z', sessionId: 'canary'};
const fail = (kind: FailureKind) => new CliError(kind, 'no', {hint: ''});

/** An identity whose sign-ins fail with the listed errors, in order, and then succeed. */
function createSigningIn(...failures: readonly FailureKind[]) {
	const left = [...failures];
	let signIns = 0;
	const identity = createIdentity({
		profile: 'default',
		address,
		user: 'ada',
		sessionId: undefined,
		sessions: noSessions,
		findPassword: async () => ({password: 'canary', mayStore: false}),
		signIn: async () => {
			signIns++;
			const kind = left.shift();
			if (kind) throw fail(kind);
			return session;
		},
		now: () => new Date(0),
	});
	return {identity, signIns: () => signIns};
}

test('the next call repeats a sign-in that failed on the network', async () => {
	const {identity, signIns} = createSigningIn('network');
	await expect(identity.current()).rejects.toMatchObject({kind: 'network'});
	await expect(identity.current()).resolves.toMatchObject({session});
	await identity.current();
	expect(signIns()).toBe(2);
});

test('a rejected sign-in is not repeated, which could lock the account', async () => {
	const {identity, signIns} = createSigningIn('auth');
	await expect(identity.current()).rejects.toMatchObject({kind: 'auth'});
	await expect(identity.current()).rejects.toMatchObject({kind: 'auth'});
	expect(signIns()).toBe(1);
});

test('an expired session is renewed once for all calls, and again after a network failure', async () => {
	const {identity, signIns} = createSigningIn();
	const first = await identity.current();
	first.proven = true;
	await Promise.all([identity.renew(first), identity.renew(first)]);
	expect(signIns()).toBe(2);
	const broken = createSigningIn();
	const dead = await broken.identity.current();
	dead.proven = true;
	const again = createSigningIn('network');
	await expect(again.identity.renew(dead)).rejects.toMatchObject({kind: 'network'});
	await expect(again.identity.renew(dead)).resolves.toMatchObject({session});
});

test('a command line does not repeat a failed sign-in for any reason; the next one does', async () => {
	const {identity, signIns} = createSigningIn('network');
	const line = withoutRepeatedSignIns(identity);
	await expect(line.current()).rejects.toMatchObject({kind: 'network'});
	await expect(line.current()).rejects.toMatchObject({kind: 'network'});
	expect(signIns()).toBe(1);
	await expect(withoutRepeatedSignIns(identity).current()).resolves.toMatchObject({session});
	const dead = await createSigningIn().identity.current();
	dead.proven = true;
	const again = createSigningIn('network');
	const other = withoutRepeatedSignIns(again.identity);
	for (const _ of [1, 2]) await expect(other.renew(dead)).rejects.toMatchObject({kind: 'network'});
	expect(again.signIns()).toBe(1);
});
