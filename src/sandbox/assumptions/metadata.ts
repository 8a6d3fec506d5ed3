import {amount, choice} from './assumption.ts';

/** What is open about properties and their values. */
export const metadataAssumptions = [
	amount(
		'values-page',
		{default: 1000, least: 1},
		{
			question: 'After how many values is a list truncated?',
			source: 'service-api.md, Limits: not shown; wire-facts 1.6: not found',
			does: 'the number of values in one answer',
		},
	),
	choice('last-value', ['text', 'boolean'], {
		question: 'Of which type is lastValue?',
		source: 'service-api.md, propertyValues: documented as boolean, used as a value; wire-facts 1.6 (M)',
		does: 'boolean: true stands in its place, and the last item holds the value to continue after',
	}),
	choice('key-values', ['permission', 'everyone'], {
		question: 'Does listing the values of licenseKey need the permission that filtering by it needs?',
		source: 'service-api.md, Authentication: permission model not shown',
		does: 'everyone: no permission needed',
	}),
	choice('collected', ['described', 'more'], {
		question: 'What else does an installation record hold than the described properties?',
		source: 'service-api.md, Installation: full record and complete set of collectable properties not shown',
		does: 'more: productProperties lists one that no description names; filters do not take it',
	}),
	choice('support-members', ['absent', 'present'], {
		question: 'Do property descriptors say what they support?',
		source: 'wire-facts 1.5: supportsRegex, supportsMeta, supportsNull on later servers (H)',
		does: 'present: the three booleans are there',
	}),
] as const;
