import {z} from 'zod';
import {type KeyUpdate, keyUpdate, type licenseKeys} from '../../../contract/operations/license-keys.ts';
import type {Handlers} from '../../handler.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {reject} from '../../rejection.ts';
import {createKeyLister, type KeyListParts} from './key-listing.ts';

const acceptedFields = {...keyUpdate().shape, installQuota: z.int().min(0).optional()};
const accepted = {ignore: z.object(acceptedFields), reject: z.strictObject(acceptedFields)} as const;

function acceptKeys(items: readonly unknown[], options: SandboxOptions): readonly KeyUpdate[] {
	const schema = accepted[options['unknown-key-fields']];
	const seen = new Set<string>();
	return items.flatMap(item => {
		const parsed = schema.safeParse(item);
		if (!parsed.success) return [];
		const repeated = seen.has(parsed.data.licenseKey);
		seen.add(parsed.data.licenseKey);
		return repeated && options['repeated-keys'] === 'rejected' ? [] : [parsed.data as KeyUpdate];
	});
}

function validateBatch(items: readonly unknown[], acceptedCount: number, options: SandboxOptions): void {
	const limit = options['batch-limit'];
	if (limit > 0 && items.length > limit)
		reject(`keyUpdates: ${items.length} keys, but a batch can hold at most ${limit}`);
	if (acceptedCount < items.length && options['rejected-keys'] === 'refused')
		reject(`keyUpdates: ${items.length - acceptedCount} keys are invalid`);
}

export const createLicenseKeyHandlers = (parts: KeyListParts): Handlers<typeof licenseKeys> => ({
	list: createKeyLister(parts),
	update: async ({keyUpdates}: {readonly keyUpdates: readonly unknown[]}, {product, user}, service) => {
		const keys = acceptKeys(keyUpdates, service.options);
		validateBatch(keyUpdates, keys.length, service.options);
		const registry = await parts.registry(service);
		const {inserted, updated} = registry.write({product, user, at: service.now, keys});
		return {insertedKeys: inserted, rejectedKeys: keyUpdates.length - keys.length, updatedKeys: updated};
	},
});
