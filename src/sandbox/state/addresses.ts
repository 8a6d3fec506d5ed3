import type {FileKind} from '../files/file-archive.ts';
import {createAppendLog} from './append-log.ts';
import {createToken, digestOf} from './token.ts';

type AddressTarget = {readonly kind: FileKind; readonly product: number; readonly fileName: string};

/** `used` includes expired addresses; `unknown` were never issued. */
type AddressState = {readonly target: AddressTarget} | 'used' | 'unknown';

/** One-time addresses, shared by all processes that serve from one folder. */
export type Addresses = {
	/** Creates a token of 22 characters. */
	readonly issue: (target: AddressTarget) => string;
	readonly find: (token: string) => AddressState;
	/** Returns true for the first use only. */
	readonly use: (token: string) => boolean;
	readonly close: () => void;
};

type Event = {readonly issue: string; readonly target: AddressTarget; readonly at: number} | {readonly use: string};
type Address = {readonly target: AddressTarget; readonly at: number; used: boolean};

function applyEvent(addresses: Map<string, Address>, event: Event): boolean {
	if ('issue' in event) {
		addresses.set(event.issue, {target: event.target, at: event.at, used: false});
		return true;
	}
	const address = addresses.get(event.use);
	if (!address || address.used) return false;
	address.used = true;
	return true;
}

/** `now` is in milliseconds. */
export function createAddresses(options: {path: string; lifetimeMs: number; now: () => number}): Addresses {
	const {path, lifetimeMs, now} = options;
	const addresses = new Map<string, Address>();
	const log = createAppendLog<Event, boolean>(path, event => applyEvent(addresses, event));
	return {
		issue: target => {
			const token = createToken();
			log.append({issue: digestOf(token), target, at: now()});
			return token;
		},
		find: token => {
			log.refresh();
			const address = addresses.get(digestOf(token));
			if (!address) return 'unknown';
			return address.used || now() - address.at >= lifetimeMs ? 'used' : {target: address.target};
		},
		use: token => log.append({use: digestOf(token)}),
		close: log.close,
	};
}
