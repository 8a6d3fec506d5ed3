/** Assumptions about what reports count, and about segments and the order of labels. */
export const countingAssumptions = {
	'lost-as-of': {
		values: ['now', 'stop'],
		question: 'As of which day is an installation lost?',
		does: 'stop: as known on stopDate, whatever it did later; now: one that came back is not lost',
	},
	'week-start': {
		values: ['monday', 'sunday'],
		question: 'With which day does a week begin?',
		does: 'first day of the weeks of dateSplit and installationWeek',
	},
	'future-start': {
		values: ['refuse', 'empty'],
		question: 'What happens to a startDate that is still to come?',
		does: 'empty: a report of nothing',
	},
	'event-bounds': {
		values: ['used', 'any'],
		question: 'What does a lifetimeEventUsage filter without min and max ask for?',
		does: 'used: at least one use; any: nothing',
	},
	'null-unsupported': {
		values: ['refuse', 'ignore'],
		question: 'What does includeNull do on a property that does not support null?',
		does: 'refuse: SYNTAX ERROR; ignore: it is treated as on any other',
	},
	'null-levels': {
		values: ['plain', 'known-parent'],
		question: 'When is a level of os or gpu null?',
		does: 'plain: when it has no value; known-parent: when, besides, the level above has one, as for geography',
	},
	'level-type': {
		values: ['optional', 'required'],
		question: 'Does includeNull alone need a type on os, geography and gpu?',
		does: 'required: without one it is refused',
	},
	'engagement-basis': {
		values: ['current', 'install'],
		question: 'Which value of licenseStatus, os and geography does churn and engagement look at?',
		does: 'install: the one at the install date',
	},
	'advanced-basis': {
		values: ['event', 'current'],
		question: 'Which value of licenseStatus, os and geography does the advanced report look at?',
		does: 'event: the one at the time of the event, as for prodVersion',
	},
	'segment-basis': {
		values: ['as-filters', 'current'],
		question: 'Which value of a property are segments made of?',
		does: 'current: the latest known one in every report',
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
	'limit-keeps': {
		values: ['most-frequent', 'first-in-order'],
		question: 'Which values does the limit of a segment keep?',
		does: 'most-frequent: those of most installations of the whole report, ties in order of labels',
	},
	'split-default': {
		values: ['split', 'join'],
		question: 'What does a stringArray or regex segment without split do?',
		does: 'join: as split false, so that a label is required',
	},
	'null-joined': {
		values: ['joined', 'apart'],
		question: 'Where do nulls go that a labelled segment includes?',
		does: 'apart: into a segment <NULL> of their own',
	},
	'unlabelled-segment': {
		values: ['value', 'refuse'],
		question: 'What is a number segment without a label called?',
		does: 'value: by its number',
	},
	'empty-segments': {
		values: ['named', 'none'],
		question: 'Do segments without installations appear?',
		does: 'named: those that the request names by label or single value; none: no empty segment',
	},
	'segment-order': {
		values: ['alpha', 'request'],
		question: 'In which order do segments come where a report has no sort?',
		does: 'request: in the order of the items, labels of one item alphabetically',
	},
	alphabet: {
		values: ['unicode', 'natural'],
		question: 'What is alphabetical order?',
		does: 'unicode: by code points, "10" before "9", "B" before "a"; natural: case aside, numbers by value',
	},
	'top-values': {
		default: 10,
		least: 1,
		question: 'How many top values make the segments when none are given?',
		does: 'that many values of most installations, null left out',
	},
} as const;
