import {amount, choice} from './assumption.ts';

/** What is open about previews, files and one-time addresses. */
export const fileAssumptions = [
	choice('line-order', ['oldest-first', 'newest-first'], {
		question: 'In which order do the latest lines come?',
		source: 'wire-facts 1.12: not found; file order, oldest first (L)',
		does: 'newest-first: the other way round; files keep theirs',
	}),
	amount(
		'line-limit',
		{default: 1000, least: 1},
		{
			question: 'How many lines does a preview give at most?',
			source: 'service-api.md, getLastLines: not shown; wire-facts 1.12: not found',
			does: 'a greater lineCount counts as this one',
		},
	),
	amount(
		'file-days',
		{default: 90, least: 1},
		{
			question: 'For how many days are files kept?',
			source: 'wire-facts part 3: about 90 (M)',
			does: 'days, today included, that daily and monthly files cover',
		},
	),
	choice('month-file', ['partial', 'complete'], {
		question: 'Is there a monthly file before its month is over?',
		source: 'wire-facts 1.13: the sample shows one of a part of a month, beside its daily files (H)',
		does: 'complete: only months that are over have one',
	}),
	choice('kilobyte', ['1024', '1000'], {
		question: 'How many bytes is a KB of the listing?',
		source: 'service-api.md, Downloadable file descriptor: not shown',
		does: 'what sizes are divided by',
	}),
	choice('empty-lists', ['present', 'absent'], {
		question: 'Are the lists of files there when they are empty?',
		source: 'wire-facts 1.13: not found',
		does: 'absent: an empty list is left out',
	}),
	choice('csv-header', ['display-names', 'keys'], {
		question: 'What does the header of a CSV file hold?',
		source: 'wire-facts 1.14: not found',
		does: 'keys: the keys of fieldNames in place of their display names',
	}),
	choice('csv-line-end', ['crlf', 'lf'], {
		question: 'How do lines of a CSV file end?',
		source: 'wire-facts 1.14: not found',
		does: 'lf: a line feed alone',
	}),
	choice('csv-mark', ['none', 'bom'], {
		question: 'Does a CSV file begin with a byte order mark?',
		source: 'wire-facts 1.14: not found',
		does: 'bom: it does',
	}),
	amount(
		'address-minutes',
		{default: 60, least: 0},
		{
			question: 'How long is a one-time address good?',
			source: 'service-api.md, Limits: not shown; wire-facts 1.14: not found',
			does: 'minutes until it is dead; 0: at once',
		},
	),
	choice('address-use', ['first-request', 'whole-file'], {
		question: 'What uses up a one-time address?',
		source: 'service-api.md, getDownloadUrl: one-time; whether a cut transfer counts is not shown',
		does: 'whole-file: only a transfer that came to its end',
	}),
] as const;
