export const reportOptions = {
	'future-start': {
		values: ['refuse', 'empty'],
		question: 'What happens if startDate is in the future?',
		effect: 'empty: the report is empty',
	},
	'null-unsupported': {
		values: ['refuse', 'ignore'],
		question: 'What does includeNull do on a property that does not support null?',
		effect: 'ignore: the same as on other properties',
	},
	'level-type': {
		values: ['optional', 'required'],
		question: 'Does includeNull alone need a type on os, geography and gpu?',
		effect: 'required: without a type it is a SYNTAX ERROR',
	},
	'segment-set': {
		values: ['all', 'as-filters'],
		question: 'Can the lost-event reports be segmented by properties that they cannot be filtered by?',
		effect: 'as-filters: they cannot; C01, machineId and touchScreen, for example, are rejected',
	},
	'segment-echo': {
		values: ['segmented', 'always'],
		question: 'Does the table of lost events contain segmentBy if it is not segmented?',
		effect: 'always: as null, like the full report',
	},
	'group-by': {
		values: ['count', 'refuse', 'ignore'],
		question: 'What does a server do with a groupBy other than clientId?',
		effect: 'refuse, as older servers may: it is a SYNTAX ERROR; ignore: installations are counted as without it',
	},
	'split-default': {
		values: ['split', 'join'],
		question: 'What does a stringArray or regex segment without split do?',
		effect: 'join: the same as with split false, so that it needs a label',
	},
	'unlabelled-segment': {
		values: ['value', 'refuse'],
		question: 'What is a number segment without a label called?',
		effect: 'refuse: it is a SYNTAX ERROR',
	},
	'current-split': {
		values: ['taken', 'refused'],
		question: 'Does generic/current accept a dateSplit other than null?',
		effect: 'refused: any other value is a SYNTAX ERROR',
	},
	'usage-view': {
		values: ['both', 'usageCounts', 'usageCount'],
		question: 'How is the dataView for uses spelled?',
		effect: 'only this spelling is accepted; the other one is a SYNTAX ERROR',
	},
	'dated-level': {
		values: ['date-first', 'level-first'],
		question: 'What is the layout of generic/current with one level and a date split?',
		effect: 'level-first: dates are inside segments',
	},
	'bare-totals': {
		values: ['bare', 'totals'],
		question: 'What is the layout of generic/current without levels?',
		effect: 'totals: the counts are inside a member named totals',
	},
	'level-labels': {
		values: ['name', 'friendly-name'],
		question: 'What do levelLabels hold?',
		effect: 'friendly-name: the display name of the property',
	},
	'empty-dates': {
		values: ['present', 'absent'],
		question: 'Are dates without data present in responses?',
		effect: 'absent: they are omitted',
	},
	'engagement-unsegmented': {
		values: ['bare', 'labelled'],
		question: 'What is the layout of churn retention without segmentBy?',
		effect: 'labelled: the figures are inside one segment named All',
	},
	'full-report-layout': {
		values: ['flat', 'data', 'detailed-report'],
		question: 'What is the layout of the advanced full report?',
		effect:
			'data: the figures are inside a member named data; detailed-report: the older layout, inside detailedReport',
	},
	'event-not-advanced': {
		values: ['refuse', 'zero', 'left-out'],
		question: 'What does a report on advanced events return for an event that is not advanced?',
		effect: 'zero: figures of 0; left-out: no item',
	},
	'unknown-event': {
		values: ['zero', 'refuse'],
		question: 'What does the timeline return for an event that the product does not have?',
		effect: 'refuse: a SYNTAX ERROR',
	},
	'distribution-cross': {
		values: ['all', 'active-days'],
		question: 'Which histograms of the usage distribution break each bin down by the other two?',
		effect: 'active-days: only the one of active days, as in the published sample; the others have users only',
	},
} as const;
