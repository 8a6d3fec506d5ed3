export const keyOptions = {
	'flag-names': {
		values: ['blacklisted', 'blocked', 'blocked-only'],
		question: 'What are the license flags called?',
		effect:
			'blocked: responses and previews say blocked and allowed, and requests may use either names; blocked-only: requests must use the new names too',
	},
	'list-limit': {
		values: ['refuse', 'clamp'],
		question: 'What happens if paging.limit is greater than 1000?',
		effect: 'clamp: the limit is reduced to 1000',
	},
	'key-ties': {
		values: ['registry', 'shuffled'],
		question: 'In which order are keys with equal sort values listed?',
		effect: 'shuffled: in a different order in each request, so that pages can repeat or miss keys',
	},
	'rejected-keys': {
		values: ['counted', 'refused'],
		question: 'Does one invalid key fail its batch?',
		effect: 'refused: a batch with an invalid key is a SYNTAX ERROR and changes nothing',
	},
	'repeated-keys': {
		values: ['in-order', 'rejected'],
		question: 'What happens to a key that is repeated in a batch?',
		effect: 'rejected: every occurrence after the first is rejected',
	},
	'unknown-key-fields': {
		values: ['ignore', 'reject'],
		question: 'What happens to a key with an unknown field?',
		effect: 'reject: the key is rejected',
	},
	'batch-limit': {
		default: 0,
		least: 0,
		question: 'How many keys can one updateKeys request hold?',
		effect: 'a larger batch is a SYNTAX ERROR; 0: only the size of the request is limited',
	},
} as const;

export const propertyOptions = {
	'clients-page': {
		default: 200,
		least: 1,
		question: 'How many installations are on a page of clientPropertyList?',
		effect: 'the number of installations per response',
	},
	'client-nulls': {
		values: ['marked', 'empty'],
		question: 'How does clientPropertyList write an unknown value?',
		effect: 'marked: as <NULL>; empty: as an empty text',
	},
	'values-page': {
		default: 1000,
		least: 1,
		question: 'After how many values is a list of values truncated?',
		effect: 'the number of values per response',
	},
	'last-value': {
		values: ['text', 'boolean'],
		question: 'What type is lastValue?',
		effect: 'boolean: lastValue is true, and the last item holds the value to continue after',
	},
	'key-values': {
		values: ['permission', 'everyone'],
		question: 'Does listing the values of licenseKey need the same permission as filtering by it?',
		effect: 'everyone: no permission is needed',
	},
	collected: {
		values: ['described', 'custom', 'more'],
		question: 'Which properties does productProperties list besides the documented ones?',
		effect:
			'custom: the custom properties in use, in a group of their own; more: two undocumented properties, majorVersion and daysKnown',
	},
	'support-members': {
		values: ['present', 'absent'],
		question: 'Do property descriptors say what they support?',
		effect: 'absent: supportsRegex, supportsMeta and supportsNull are omitted',
	},
} as const;

export const fileOptions = {
	'line-order': {
		values: ['oldest-first', 'newest-first'],
		question: 'In which order do the latest records come?',
		effect: 'newest-first: the reverse order, except in files',
	},
	'file-days': {
		default: 90,
		least: 1,
		question: 'For how many days are files kept?',
		effect: 'the number of days, including today, that daily and monthly files cover',
	},
	'month-file': {
		values: ['partial', 'complete'],
		question: 'Is there a monthly file for the current month?',
		effect: 'complete: a monthly file appears when its month is over',
	},
	'empty-lists': {
		values: ['present', 'absent'],
		question: 'Are empty lists of files present?',
		effect: 'absent: an empty list is omitted',
	},
	'csv-header': {
		values: ['display-names', 'keys'],
		question: 'What does the header of a CSV file hold?',
		effect: 'keys: the keys of fieldNames instead of the display names',
	},
	'csv-line-end': {
		values: ['crlf', 'lf'],
		question: 'How do lines in a CSV file end?',
		effect: 'lf: with a line feed only',
	},
	'csv-mark': {
		values: ['none', 'bom'],
		question: 'Does a CSV file start with a byte order mark?',
		effect: 'bom: it does',
	},
	'csv-delimiter': {
		values: ['comma', 'semicolon'],
		question: 'What is between the columns of a CSV file?',
		effect: 'the delimiter',
	},
	'csv-encoding': {
		values: ['utf-8', 'utf-16'],
		question: 'How is a CSV file encoded?',
		effect: 'utf-16: in UTF-16LE with a byte order mark',
	},
	'csv-end': {
		values: ['whole', 'cut'],
		question: 'Does a CSV file end with a whole record?',
		effect: 'cut: it ends in the middle of its last record',
	},
	'raw-events': {
		values: ['included', 'not-included'],
		question: 'Does the plan include the paid raw events?',
		effect: 'not-included: requests are an AUTH ERROR',
	},
	'raw-content': {
		values: ['csv', 'json-lines'],
		question: 'What do raw event files hold?',
		effect: 'one line for each installation and event: csv with a header, or JSON objects',
	},
	'address-minutes': {
		default: 60,
		least: 0,
		question: 'How long is a one-time download address valid?',
		effect: 'minutes until it expires; 0: it expires at once',
	},
	'address-use': {
		values: ['first-request', 'whole-file'],
		question: 'When is a one-time download address used up?',
		effect: 'whole-file: only after a complete transfer',
	},
} as const;
