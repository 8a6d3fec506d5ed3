import {z} from 'zod';
import {type KeyUpdate, keyUpdate, type licenseKeys} from '../../../contract/license-keys.ts';
import type {Assumed} from '../../assumptions/table.ts';
import type {SandboxClock} from '../../clock.ts';
import {type Handlers, Refusal} from '../../handler.ts';
import type {Account} from '../../state/accounts.ts';
import type {KeyRegistry} from '../../state/key-registry.ts';
import {createKeyLister, type KeyCounter} from './key-listing.ts';

export type LicenseKeyParts = {
	/** Loaded when first asked for. */
	readonly registry: () => Promise<KeyRegistry>;
	readonly installCounts: KeyCounter;
	readonly accounts: readonly Account[];
	readonly clock: SandboxClock;
};

/** Later servers call two flags otherwise (wire-facts 2.3); both names are taken. */
function readFlags(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || !('blocked' in value || 'allowed' in value)) return value;
	const {blocked, allowed, ...rest} = value as Record<string, unknown>;
	return {
		...(blocked === undefined ? {} : {blacklisted: blocked}),
		...(allowed === undefined ? {} : {whitelisted: allowed}),
		...rest,
	};
}

const acceptedFields = {
	...keyUpdate().shape,
	licenseStatus: z.preprocess(readFlags, keyUpdate().shape.licenseStatus),
	installQuota: z.int().min(0).optional(),
};
const accepted = {ignore: z.object(acceptedFields), reject: z.strictObject(acceptedFields)} as const;

/** The keys of a batch that are not rejected (wire-facts 1.4, C). */
function acceptKeys(items: readonly unknown[], assume: Assumed): readonly KeyUpdate[] {
	const schema = accepted[assume['unknown-key-fields']];
	const seen = new Set<string>();
	return items.flatMap(item => {
		const parsed = schema.safeParse(item);
		if (!parsed.success) return [];
		const repeated = seen.has(parsed.data.licenseKey);
		seen.add(parsed.data.licenseKey);
		return repeated && assume['repeated-keys'] === 'rejected' ? [] : [parsed.data as KeyUpdate];
	});
}

function validateBatch(items: readonly unknown[], acceptedCount: number, assume: Assumed): void {
	const limit = assume['batch-limit'];
	if (limit > 0 && items.length > limit)
		throw new Refusal('SYNTAX ERROR', `keyUpdates: ${items.length} keys, at most ${limit} are taken`);
	if (acceptedCount < items.length && assume['rejected-keys'] === 'refused')
		throw new Refusal('SYNTAX ERROR', `keyUpdates: ${items.length - acceptedCount} keys are not valid`);
}

/** The key registry (service-api.md, /licenseKeys/…; wire-facts 1.3, 1.4). */
export const createLicenseKeyHandlers = (parts: LicenseKeyParts): Handlers<typeof licenseKeys> => {
	const listKeys = createKeyLister(parts);
	return {
		list: listKeys,
		update: async ({keyUpdates}: {readonly keyUpdates: readonly unknown[]}, {product, user}, {assume}) => {
			const keys = acceptKeys(keyUpdates, assume);
			validateBatch(keyUpdates, keys.length, assume);
			const registry = await parts.registry();
			const {inserted, updated} = registry.write({product, user, at: parts.clock.timestamp(), keys});
			return {insertedKeys: inserted, rejectedKeys: keyUpdates.length - keys.length, updatedKeys: updated};
		},
	};
};
