import type {NewerName} from '../contract/newer-names.ts';
import {CliError} from '../errors.ts';
import type {Client} from '../ports.ts';
import {createIdentity, type FoundPassword, type Identity, withoutRepeatedSignIns} from '../session/current-session.ts';
import type {SessionStore} from '../session/session-store.ts';
import {getBaseUrl, getText, type Settings} from '../session/settings.ts';
import {nearNames, suggestion} from '../text/near-names.ts';
import {createClient} from './client.ts';
import type {ExchangeParts} from './http/retrying-exchange.ts';
import {validateAddress} from './http/trusted-address.ts';
import type {Mask} from './mask.ts';
import {type Credentials, signIn} from './sign-in.ts';

export type ConnectParts = ExchangeParts & {
	readonly settings: Settings;
	readonly names?: readonly NewerName[];
	readonly sessions: SessionStore;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly mask: Mask;
	readonly note: (text: string) => void;
	/** Address and account of the built-in sandbox, which are not stored. */
	readonly sandbox?: Credentials & {readonly address: string};
	readonly identity?: () => Promise<Identity>;
};

/** Returns the address. Throws CliError (usage) if none is set, or if it uses plain http where that is not allowed. */
export function requireAddress(settings: Settings): string {
	const address = getBaseUrl(settings);
	if (address === undefined)
		throw new CliError('usage', 'the address of the service is missing', {
			hint: 'give --base-url URL, set USAGECTL_BASE_URL, or try the program with --sandbox',
			code: 'no-address',
		});
	validateAddress(address, getText(settings, 'insecure-http') === 'true');
	return address;
}

export function validateProfileExists({profile, profileExists, profileNames}: Settings): void {
	if (profileExists) return;
	const fallbackHint = `see usagectl profile list; or create it: usagectl login --profile ${profile} --base-url URL`;
	throw new CliError('usage', `there is no profile '${profile}'`, {
		...suggestion(nearNames(profile, profileNames), fallbackHint),
		code: 'unknown-profile',
	});
}

/** Also requires the profile to exist: with a mistyped name, the address of the environment must not be used. */
export function getAddress(settings: Settings): string {
	if (settings.values['base-url']?.origin !== 'flag') validateProfileExists(settings);
	return requireAddress(settings);
}

async function findPassword({settings, env, timeoutMs, signal}: ConnectParts): Promise<FoundPassword | undefined> {
	const sources = await import('../session/password.ts');
	return sources.findPassword({settings, env, timeoutMs, signal});
}

const getServiceAddress = ({sandbox, settings}: ConnectParts) => sandbox?.address ?? getAddress(settings);

/**
 * Uses the session of the environment, a stored one, or a new one. Credentials of the environment open a session that
 * is not stored.
 */
export function createConnectIdentity(parts: ConnectParts): Identity {
	const {settings, env, mask, clock, sandbox} = parts;
	const address = getServiceAddress(parts);
	return createIdentity({
		profile: settings.profile,
		address,
		user: sandbox?.user ?? getText(settings, 'user'),
		sessionId: settings.sandbox ? undefined : env.USAGECTL_SESSION_ID || undefined,
		sessions: parts.sessions,
		findPassword: async () => {
			const found = sandbox ? {password: sandbox.password, mayStore: false} : await findPassword(parts);
			if (found) mask.add(found.password);
			return found;
		},
		signIn: credentials => signIn(credentials, {...parts, address, cookies: getText(settings, 'cookies') === 'true'}),
		now: clock.now,
	});
}

export async function connectClient(parts: ConnectParts): Promise<Client> {
	const address = getServiceAddress(parts);
	const identity = (await parts.identity?.()) ?? createConnectIdentity(parts);
	return createClient({...parts, address, identity: withoutRepeatedSignIns(identity)});
}
