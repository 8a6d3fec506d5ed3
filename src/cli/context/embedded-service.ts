import type {Identity} from '../../session/current-session.ts';
import type {EmbeddedSandbox} from '../definition/command.ts';

/** Holds a value that is created on first use. `drop` returns it and forgets it; a failure is not kept. */
function keep<T>(make: () => Promise<T>) {
	let current: Promise<T> | undefined;
	return {
		get: () => {
			current ??= make().catch(error => {
				current = undefined;
				throw error;
			});
			return current;
		},
		drop: () => {
			const last = current;
			current = undefined;
			return last;
		},
	};
}

export function createEmbedded(
	open: () => Promise<EmbeddedSandbox>,
	identify: () => Promise<Identity>,
): {
	readonly sandbox: () => Promise<EmbeddedSandbox>;
	readonly identity: () => Promise<Identity>;
	readonly renew: () => Promise<void>;
	readonly close: () => Promise<void>;
} {
	const sandbox = keep(open);
	const identity = keep(identify);
	const close = async () => (await sandbox.drop()?.catch(() => undefined))?.close();
	let isOutdated = () => false;
	return {
		sandbox: async () => {
			const opened = await sandbox.get();
			({isOutdated} = opened);
			return opened;
		},
		identity: identity.get,
		renew: async () => {
			if (!isOutdated()) return;
			isOutdated = () => false;
			identity.drop();
			await close();
		},
		close,
	};
}
