/** Assumptions about the key registry. */
export const keyAssumptions = {
	'flag-names': {
		values: ['blacklisted', 'blocked', 'blocked-only'],
		question: 'What are the flags of a license called?',
		does: 'blocked: answers and preview lines say blocked and allowed; requests may say either, wherever flags stand; blocked-only: requests must say the later names too',
	},
	'list-limit': {
		values: ['refuse', 'clamp'],
		question: 'What happens to a paging.limit above 1000?',
		does: 'clamp: it counts as 1000',
	},
	'key-ties': {
		values: ['registry', 'shuffled'],
		question: 'How are keys ordered that sort equal?',
		does: 'shuffled: differently in each request, so that pages may repeat and miss keys',
	},
	'rejected-keys': {
		values: ['counted', 'refused'],
		question: 'Does one bad key fail its batch?',
		does: 'refused: a batch with a bad key is a SYNTAX ERROR and changes nothing',
	},
	'repeated-keys': {
		values: ['in-order', 'rejected'],
		question: 'What happens to a key that comes twice in a batch?',
		does: 'rejected: the second and later ones are rejected',
	},
	'unknown-key-fields': {
		values: ['ignore', 'reject'],
		question: 'What happens to a key with an unknown field?',
		does: 'reject: the key is rejected',
	},
	'batch-limit': {
		default: 0,
		least: 0,
		question: 'How many keys may one updateKeys hold?',
		does: 'a longer batch is a SYNTAX ERROR; 0: no limit but that of the body',
	},
} as const;

/** Assumptions about properties and their values. */
export const propertyAssumptions = {
	'clients-page': {
		default: 200,
		least: 1,
		question: 'How many installations does a page of clientPropertyList hold?',
		does: 'installations in one answer',
	},
	'client-nulls': {
		values: ['marked', 'empty'],
		question: 'How does clientPropertyList write a value that is not known?',
		does: 'marked: <NULL>; empty: an empty text',
	},
	'values-page': {
		default: 1000,
		least: 1,
		question: 'After how many values is a list truncated?',
		does: 'the number of values in one answer',
	},
	'last-value': {
		values: ['text', 'boolean'],
		question: 'Of which type is lastValue?',
		does: 'boolean: true stands in its place, and the last item holds the value to continue after',
	},
	'key-values': {
		values: ['permission', 'everyone'],
		question: 'Does listing the values of licenseKey need the permission that filtering by it needs?',
		does: 'everyone: no permission needed',
	},
	collected: {
		values: ['described', 'custom', 'more'],
		question: 'What else does productProperties list than the described properties?',
		does: 'custom: the custom properties in use, in a group of their own; more: two that are not described, majorVersion and daysKnown',
	},
	'support-members': {
		values: ['present', 'absent'],
		question: 'Do property descriptors say what they support?',
		does: 'absent: without supportsRegex, supportsMeta and supportsNull',
	},
} as const;

/** Assumptions about previews, files and one-time addresses. */
export const fileAssumptions = {
	'line-order': {
		values: ['oldest-first', 'newest-first'],
		question: 'In which order do the latest lines come?',
		does: 'newest-first: the other way round; files keep theirs',
	},
	'file-days': {
		default: 90,
		least: 1,
		question: 'For how many days are files kept?',
		does: 'days, today included, that daily and monthly files cover',
	},
	'month-file': {
		values: ['partial', 'complete'],
		question: 'Is there a monthly file before its month is over?',
		does: 'complete: only months that are over have one',
	},
	'empty-lists': {
		values: ['present', 'absent'],
		question: 'Are the lists of files there when they are empty?',
		does: 'absent: an empty list is left out',
	},
	'csv-header': {
		values: ['display-names', 'keys'],
		question: 'What does the header of a CSV file hold?',
		does: 'keys: the keys of fieldNames in place of their display names',
	},
	'csv-line-end': {
		values: ['crlf', 'lf'],
		question: 'How do lines of a CSV file end?',
		does: 'lf: a line feed alone',
	},
	'csv-mark': {
		values: ['none', 'bom'],
		question: 'Does a CSV file begin with a byte order mark?',
		does: 'bom: it does',
	},
	'raw-events': {
		values: ['included', 'not-included'],
		question: 'Does the plan have the paid addition of raw events?',
		does: 'not-included: AUTH ERROR',
	},
	'raw-content': {
		values: ['csv', 'json-lines'],
		question: 'What do the files of raw events hold?',
		does: 'a line for each installation and event: as CSV with a header, or as JSON objects',
	},
	'address-minutes': {
		default: 60,
		least: 0,
		question: 'How long is a one-time address good?',
		does: 'minutes until it is dead; 0: at once',
	},
	'address-use': {
		values: ['first-request', 'whole-file'],
		question: 'What uses up a one-time address?',
		does: 'whole-file: only a transfer that came to its end',
	},
} as const;
