import {amount, choice} from './assumption.ts';

/** What is open about the key registry. */
export const registryAssumptions = [
	choice('flag-names', ['blacklisted', 'blocked'], {
		question: 'What are the flags of a license called?',
		source: 'wire-facts 2.3: later servers say blocked and allowed (H in previews, M in the registry)',
		does: 'blocked: answers and preview lines say blocked and allowed; both are taken in requests',
	}),
	choice('list-limit', ['refuse', 'clamp'], {
		question: 'What happens to a paging.limit above 1000?',
		source: 'service-api.md, Limits; wire-facts 1.3: not found',
		does: 'clamp: it counts as 1000',
	}),
	choice('key-ties', ['registry', 'shuffled'], {
		question: 'How are keys ordered that sort equal?',
		source: 'service-api.md, listKeys: not shown',
		does: 'shuffled: differently in each request, so that pages may repeat and miss keys',
	}),
	choice('rejected-keys', ['counted', 'refused'], {
		question: 'Does one bad key fail its batch?',
		source: 'service-api.md, updateKeys: not shown; wire-facts 1.4: not found',
		does: 'refused: a batch with a bad key is a SYNTAX ERROR and changes nothing',
	}),
	choice('repeated-keys', ['in-order', 'rejected'], {
		question: 'What happens to a key that comes twice in a batch?',
		source: 'wire-facts 1.4: not found',
		does: 'rejected: the second and later ones are rejected',
	}),
	choice('unknown-key-fields', ['ignore', 'reject'], {
		question: 'What happens to a key with an unknown field?',
		source: 'service-api.md, updateKeys: not shown',
		does: 'reject: the key is rejected',
	}),
	amount(
		'batch-limit',
		{default: 0, least: 0},
		{
			question: 'How many keys may one updateKeys hold?',
			source: 'service-api.md, Limits: not shown',
			does: 'a longer batch is a SYNTAX ERROR; 0: no limit but that of the body',
		},
	),
] as const;
