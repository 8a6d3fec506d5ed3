import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {withLock} from '../../files/with-lock.ts';
import type {KeysPorts} from '../keys-ports.ts';

export type Registry = {
	readonly origin: string;
	readonly product: number;
};

/** Lets only one process change the keys of a product. Throws CliError (locked). */
export function withRegistryLock<T>(
	{origin, product}: Registry,
	{stateDir, clock, signal}: Pick<KeysPorts, 'stateDir' | 'clock' | 'signal'>,
	work: () => Promise<T>,
): Promise<T> {
	const where = createHash('sha256').update(origin).digest('hex').slice(0, 12);
	return withLock({folder: join(stateDir, 'locks'), name: `keys-${product}-${where}`, clock, signal}, work);
}

/** Takes the locks of several registries, or none of them. */
export function withRegistryLocks<T>(
	registries: readonly Registry[],
	ports: Pick<KeysPorts, 'stateDir' | 'clock' | 'signal'>,
	work: () => Promise<T>,
): Promise<T> {
	const [first, ...others] = registries;
	if (first === undefined) return work();
	const rest = others.filter(({origin, product}) => origin !== first.origin || product !== first.product);
	return withRegistryLock(first, ports, () => withRegistryLocks(rest, ports, work));
}
