/** Assumptions about what reports take, and about the layouts of their answers. */
export const reportAssumptions = {
	'future-start': {
		values: ['refuse', 'empty'],
		question: 'What happens to a startDate that is still to come?',
		does: 'empty: a report of nothing',
	},
	'null-unsupported': {
		values: ['refuse', 'ignore'],
		question: 'What does includeNull do on a property that does not support null?',
		does: 'refuse: SYNTAX ERROR; ignore: it is treated as on any other',
	},
	'level-type': {
		values: ['optional', 'required'],
		question: 'Does includeNull alone need a type on os, geography and gpu?',
		does: 'required: without one it is refused',
	},
	'segment-set': {
		values: ['all', 'as-filters'],
		question: 'May the event reports of lost installations be segmented by what they do not filter by?',
		does: 'as-filters: C01, machineId, touchScreen and the like are refused there',
	},
	'segment-echo': {
		values: ['segmented', 'always'],
		question: 'Does the table of lost events name segmentBy when it is not segmented?',
		does: 'always: as null, like the full report',
	},
	'group-by': {
		values: ['refuse', 'ignore'],
		question: 'What does groupBy other than clientId do?',
		does: 'ignore: installations are counted all the same',
	},
	'split-default': {
		values: ['split', 'join'],
		question: 'What does a stringArray or regex segment without split do?',
		does: 'join: as split false, so that a label is required',
	},
	'unlabelled-segment': {
		values: ['value', 'refuse'],
		question: 'What is a number segment without a label called?',
		does: 'value: by its number',
	},
	'current-split': {
		values: ['taken', 'refused'],
		question: 'Does generic/current take a dateSplit other than null?',
		does: 'refused: SYNTAX ERROR for any but null',
	},
	'usage-view': {
		values: ['both', 'usageCounts', 'usageCount'],
		question: 'How is the dataView of uses spelt?',
		does: 'the spelling that is taken; the other one is a SYNTAX ERROR',
	},
	'dated-level': {
		values: ['date-first', 'level-first'],
		question: 'How is generic/current laid out with one level and a date split?',
		does: 'level-first: candidate A',
	},
	'bare-totals': {
		values: ['bare', 'totals'],
		question: 'How is generic/current laid out without levels?',
		does: 'totals: the counts stand inside a member totals',
	},
	'level-labels': {
		values: ['name', 'friendly-name'],
		question: 'What do levelLabels name?',
		does: 'friendly-name: the display name of the property',
	},
	'empty-dates': {
		values: ['present', 'absent'],
		question: 'Are dates without data in an answer?',
		does: 'absent: left out',
	},
	'engagement-unsegmented': {
		values: ['bare', 'labelled'],
		question: 'How is churn and engagement laid out without segmentBy?',
		does: 'labelled: inside one segment named All',
	},
	'full-report-layout': {
		values: ['flat', 'data', 'detailed-report'],
		question: 'How is the advanced full report laid out?',
		does: 'data: figures inside a member data; detailed-report: generation B',
	},
	'event-not-advanced': {
		values: ['refuse', 'zero', 'left-out'],
		question: 'What happens to an event that is not advanced, in a report that covers advanced ones?',
		does: 'zero: it was never used; left-out: it is missing from the answer',
	},
	'unknown-event': {
		values: ['zero', 'refuse'],
		question: 'What does the timeline answer for an event that the product does not have?',
		does: 'refuse: SYNTAX ERROR',
	},
	'distribution-cross': {
		values: ['all', 'active-days'],
		question: 'Which bins of the distribution of usage are split by the other histograms?',
		does: 'active-days: those of active days, which a sample shows; the others have users only',
	},
} as const;
