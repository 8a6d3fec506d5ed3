/** Assumptions about the figures and layouts of reports. */
export const resultAssumptions = {
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
	'engagement-loss': {
		values: ['last-seen', 'declared'],
		question: 'From which period on is an installation lost in churn and engagement?',
		does: 'last-seen: the one after its last contact; declared: the one in which it is declared lost',
	},
	'engagement-periods': {
		values: ['calendar', 'elapsed'],
		question: 'What is a period of churn and engagement?',
		does: 'calendar: weeks and months of the calendar; elapsed: 7 and 30 days from the install date',
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
	'listed-events': {
		values: ['all', 'used'],
		question: 'Which events do the event tables list?',
		does: 'used: only those used at least once',
	},
	'activity-bins': {
		values: ['specification', 'coarse'],
		question: 'Which bins do the histograms of days, sessions and runtime have?',
		does: 'coarse: few bins, of other edges',
	},
	'distribution-cross': {
		values: ['all', 'active-days'],
		question: 'Which bins of the distribution of usage are split by the other histograms?',
		does: 'active-days: those of active days, which a sample shows; the others have users only',
	},
	'event-bins': {
		values: ['specification', 'fine'],
		question: 'Which bins do event histograms have?',
		does: 'fine: 1, 2, 3 - 5, 6 - 8, 9 - 12, 13 - 20, 21 - 50, 51 - 100, ≥ 101',
	},
	'no-data': {
		values: ['null', 'zero'],
		question: 'What is an average or percentage of nothing?',
		does: 'zero: 0',
	},
	'no-custom-values': {
		values: ['null', 'zero'],
		question: 'What are the custom-value figures of an event that never sent one?',
		does: 'zero: 0',
	},
	'average-users': {
		values: ['active', 'using'],
		question: 'Over which users is averageCountPerUser of the basic table?',
		does: 'active: all that were active in the range; using: those that used the event',
	},
	'runtime-divisor': {
		values: ['hours', 'minutes'],
		question: 'In which unit does the timeline divide by runtime?',
		does: 'minutes: by minutes',
	},
	decimals: {
		default: 2,
		least: 0,
		question: 'To how many decimals are averages rounded?',
		does: 'decimals of averages; percentages of events have two, those of engagement one',
	},
} as const;
