import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {withLock} from '../files/lock.ts';
import type {RunHeader} from './journal.ts';
import type {Surroundings} from './surroundings.ts';

/** Whose keys: a product of a service. */
export type Registry = Pick<RunHeader, 'origin' | 'product'>;
type Parts = Pick<Surroundings, 'stateDir' | 'clock' | 'signal'>;

/** One run at a time may change the keys of a product. Throws CliError locked. */
export const withKeysLock = <T>(
	{origin, product}: Registry,
	{stateDir, clock, signal}: Parts,
	work: () => Promise<T>,
): Promise<T> => {
	const where = createHash('sha256').update(origin).digest('hex').slice(0, 12);
	return withLock({folder: join(stateDir, 'locks'), name: `keys-${product}-${where}`, clock, signal}, work);
};

/** The same for several at once: all of them, or none. */
export function withKeysLocks<T>(registries: readonly Registry[], parts: Parts, work: () => Promise<T>): Promise<T> {
	const [first, ...others] = registries;
	if (first === undefined) return work();
	const same = ({origin, product}: Registry) => origin === first.origin && product === first.product;
	const rest = others.filter(other => !same(other));
	return withKeysLock(first, parts, () => withKeysLocks(rest, parts, work));
}
