import {createHash, randomBytes} from 'node:crypto';
import type {LogKind} from '../files/log-lines.ts';
import {createAppendLog} from './append-log.ts';

/** What a one-time address leads to. */
export type AddressTarget = {readonly kind: LogKind; readonly product: number; readonly fileName: string};

/** `used`, also when it is too old; `unknown`, when it never was. */
export type AddressState = {readonly target: AddressTarget} | 'used' | 'unknown';

/** One-time addresses, shared by every process that serves from one folder: of two uses at once, one is first. */
export type Addresses = {
	/** A new token: 22 characters. */
	readonly issue: (target: AddressTarget) => string;
	/** What it leads to, as long as it is good. */
	readonly find: (token: string) => AddressState;
	/** Uses it up; true for the first use only. */
	readonly use: (token: string) => boolean;
	readonly close: () => void;
};

type Event = {readonly issue: string; readonly target: AddressTarget; readonly at: number} | {readonly use: string};
type Address = {readonly target: AddressTarget; readonly at: number; used: boolean};

const digest = (token: string) => createHash('sha256').update(token).digest('base64url');

/** True when the event did something. */
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

/** `now` in milliseconds; an address older than `lifetimeMs` is dead. */
export function createAddresses(options: {path: string; lifetimeMs: number; now: () => number}): Addresses {
	const {path, lifetimeMs, now} = options;
	const addresses = new Map<string, Address>();
	const log = createAppendLog<Event, boolean>(path, event => applyEvent(addresses, event));
	return {
		issue: target => {
			const token = randomBytes(16).toString('base64url');
			log.append({issue: digest(token), target, at: now()});
			return token;
		},
		find: token => {
			log.refresh();
			const address = addresses.get(digest(token));
			if (!address) return 'unknown';
			return address.used || now() - address.at >= lifetimeMs ? 'used' : {target: address.target};
		},
		use: token => log.append({use: digest(token)}),
		close: log.close,
	};
}
