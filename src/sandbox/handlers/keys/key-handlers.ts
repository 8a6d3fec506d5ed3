import {z} from 'zod';
import {type KeyUpdate, keyUpdate, type licenseKeys} from '../../../contract/operations/license-keys.ts';
import type {Assumed} from '../../assumptions/assumption-table.ts';
import type {SandboxClock} from '../../clock.ts';
import type {Handlers} from '../../handler.ts';
import {reject} from '../../rejection.ts';
import {createKeyLister, type KeyListParts} from './key-listing.ts';

export type LicenseKeyParts = KeyListParts & {readonly clock: SandboxClock};

const acceptedFields = {...keyUpdate().shape, installQuota: z.int().min(0).optional()};
const accepted = {ignore: z.object(acceptedFields), reject: z.strictObject(acceptedFields)} as const;

/** The keys of a batch that are not rejected. */
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
	if (limit > 0 && items.length > limit) reject(`keyUpdates: ${items.length} keys, at most ${limit} are taken`);
	if (acceptedCount < items.length && assume['rejected-keys'] === 'refused')
		reject(`keyUpdates: ${items.length - acceptedCount} keys are not valid`);
}

/** The handlers of the key registry (docs/service.md#list-keys, #update-keys). */
export const createLicenseKeyHandlers = (parts: LicenseKeyParts): Handlers<typeof licenseKeys> => ({
	list: createKeyLister(parts),
	update: async ({keyUpdates}: {readonly keyUpdates: readonly unknown[]}, {product, user}, {assume}) => {
		const keys = acceptKeys(keyUpdates, assume);
		validateBatch(keyUpdates, keys.length, assume);
		const registry = await parts.registry();
		const {inserted, updated} = registry.write({product, user, at: parts.clock.timestamp(), keys});
		return {insertedKeys: inserted, rejectedKeys: keyUpdates.length - keys.length, updatedKeys: updated};
	},
});
