import {amount, choice} from './assumption.ts';

/** What is open about reports: who is counted, and when. */
const countingAssumptions = [
	choice('lost-as-of', ['now', 'stop'], {
		question: 'As of which day is an installation lost?',
		source: 'service-api.md, States and transitions: not shown',
		does: 'stop: as known on stopDate, whatever it did later; now: one that came back is not lost',
	}),
	choice('week-start', ['monday', 'sunday'], {
		question: 'With which day does a week begin?',
		source: 'wire-facts 1.16 and 1.18: not found',
		does: 'first day of the weeks of dateSplit and installationWeek',
	}),
	choice('future-start', ['refuse', 'empty'], {
		question: 'What happens to a startDate that is still to come?',
		source: 'service-api.md, generic/current: runs from startDate until now',
		does: 'empty: a report of nothing',
	}),
	choice('event-bounds', ['used', 'any'], {
		question: 'What does a lifetimeEventUsage filter without min and max ask for?',
		source: 'service-api.md, Filters: both may be left out',
		does: 'used: at least one use; any: nothing',
	}),
	choice('null-unsupported', ['refuse', 'ignore'], {
		question: 'What does includeNull do on a property that does not support null?',
		source: 'service-api.md, Null handling: a list of properties that do',
		does: 'refuse: SYNTAX ERROR; ignore: it is treated as on any other',
	}),
	choice('null-levels', ['plain', 'known-parent'], {
		question: 'When is a level of os or gpu null?',
		source: 'service-api.md, Null handling: shown for geography only',
		does: 'plain: when it has no value; known-parent: when, besides, the level above has one, as for geography',
	}),
	choice('engagement-basis', ['current', 'install'], {
		question: 'Which value of licenseStatus, os and geography does churn and engagement look at?',
		source: 'service-api.md, Value basis: named in neither list',
		does: 'install: the one at the install date',
	}),
	choice('advanced-basis', ['event', 'current'], {
		question: 'Which value of licenseStatus, os and geography does the advanced report look at?',
		source: 'service-api.md, Value basis: named among the current ones or not at all',
		does: 'event: the one at the time of the event, as for prodVersion',
	}),
	choice('segment-basis', ['as-filters', 'current'], {
		question: 'Which value of a property are segments made of?',
		source: 'service-api.md, Value basis: shown for filters only',
		does: 'current: the latest known one in every report',
	}),
	choice('group-by', ['refuse', 'ignore'], {
		question: 'What does groupBy other than clientId do?',
		source: 'wire-facts 1.15: later servers count machineId, licenseKey or a custom property (H)',
		does: 'ignore: installations are counted all the same',
	}),
] as const;

/** What is open about segments and the order of labels. */
const segmentAssumptions = [
	choice('limit-keeps', ['most-frequent', 'first-in-order'], {
		question: 'Which values does the limit of a segment keep?',
		source: 'service-api.md, Segment object: maximum number of segments',
		does: 'most-frequent: those of most installations of the whole report, ties in order of labels',
	}),
	choice('split-default', ['split', 'join'], {
		question: 'What does a stringArray or regex segment without split do?',
		source: 'wire-facts 1.11: treat as true (L)',
		does: 'join: as split false, so that a label is required',
	}),
	choice('null-joined', ['joined', 'apart'], {
		question: 'Where do nulls go that a labelled segment includes?',
		source: 'wire-facts 1.11: joined into the label (L)',
		does: 'apart: into a segment <NULL> of their own',
	}),
	choice('unlabelled-segment', ['value', 'refuse'], {
		question: 'What is a number segment without a label called?',
		source: 'service-api.md, Segment object: a single text needs none; numbers not shown',
		does: 'value: by its number',
	}),
	choice('empty-segments', ['named', 'none'], {
		question: 'Do segments without installations appear?',
		source: 'service-api.md: not shown',
		does: 'named: those that the request names by label or single value; none: no empty segment',
	}),
	choice('segment-order', ['alpha', 'request'], {
		question: 'In which order do segments come where a report has no sort?',
		source: 'service-api.md, churn dataTable and churnAndEngagement: not shown',
		does: 'request: in the order of the items, labels of one item alphabetically',
	}),
	choice('alphabet', ['unicode', 'natural'], {
		question: 'What is alphabetical order?',
		source: 'service-api.md, generic/current: sorted by segment label',
		does: 'unicode: by code points, "10" before "9", "B" before "a"; natural: case aside, numbers by value',
	}),
	amount(
		'top-values',
		{default: 10, least: 1},
		{
			question: 'How many top values make the segments when none are given?',
			source: 'service-api.md, churnAndEngagement; wire-facts 1.11: not found',
			does: 'that many values of most installations, null left out',
		},
	),
] as const;

/** What is open about the figures and layouts of answers. */
const answerAssumptions = [
	choice('current-split', ['taken', 'refused'], {
		question: 'Does generic/current take a dateSplit other than null?',
		source: 'service-api.md, generic/current: values not shown; wire-facts 1.15: day, week or month (L)',
		does: 'refused: SYNTAX ERROR for any but null',
	}),
	choice('usage-view', ['both', 'usageCounts', 'usageCount'], {
		question: 'How is the dataView of uses spelt?',
		source: 'service-api.md, basic/timeline: usageCount described, usageCounts sent; wire-facts 1.18',
		does: 'the spelling that is taken; the other one is a SYNTAX ERROR',
	}),
	choice('dated-level', ['date-first', 'level-first'], {
		question: 'How is generic/current laid out with one level and a date split?',
		source: 'wire-facts 1.15: not found; candidates A (level first) and B (date first)',
		does: 'level-first: candidate A',
	}),
	choice('bare-totals', ['bare', 'totals'], {
		question: 'How is generic/current laid out without levels?',
		source: 'wire-facts 1.15: not found (L)',
		does: 'totals: the counts stand inside a member totals',
	}),
	choice('level-labels', ['name', 'friendly-name'], {
		question: 'What do levelLabels name?',
		source: 'wire-facts 1.15: not found (L)',
		does: 'friendly-name: the display name of the property',
	}),
	choice('empty-dates', ['present', 'absent'], {
		question: 'Are dates without data in an answer?',
		source: 'wire-facts 1.18: not found',
		does: 'absent: left out',
	}),
	choice('engagement-loss', ['last-seen', 'declared'], {
		question: 'From which period on is an installation lost in churn and engagement?',
		source: 'service-api.md, churnAndEngagement: layout not shown; wire-facts 1.16',
		does: 'last-seen: the one after its last contact; declared: the one in which it is declared lost',
	}),
	choice('engagement-periods', ['calendar', 'elapsed'], {
		question: 'What is a period of churn and engagement?',
		source: 'wire-facts 1.16: whole periods from the cohort to stopDate',
		does: 'calendar: weeks and months of the calendar; elapsed: 7 and 30 days from the install date',
	}),
	choice('engagement-unsegmented', ['bare', 'labelled'], {
		question: 'How is churn and engagement laid out without segmentBy?',
		source: 'wire-facts 1.16: not shown (L)',
		does: 'labelled: inside one segment named All',
	}),
	choice('full-report-layout', ['flat', 'data', 'detailed-report'], {
		question: 'How is the advanced full report laid out?',
		source: 'wire-facts 1.19: generation A (M), generation B (H, 2017)',
		does: 'data: figures inside a member data; detailed-report: generation B',
	}),
	choice('event-not-advanced', ['refuse', 'zero', 'left-out'], {
		question: 'What happens to an event that is not advanced, in a report that covers advanced ones?',
		source: 'wire-facts 1.19: not found',
		does: 'zero: it was never used; left-out: it is missing from the answer',
	}),
	choice('unknown-event', ['zero', 'refuse'], {
		question: 'What does the timeline answer for an event that the product does not have?',
		source: 'service-api.md, basic/timeline: not shown',
		does: 'refuse: SYNTAX ERROR',
	}),
	choice('listed-events', ['all', 'used'], {
		question: 'Which events do the event tables list?',
		source: 'service-api.md, churn/dataTable and basic/dataTable: one per event',
		does: 'used: only those used at least once',
	}),
	choice('activity-bins', ['specification', 'coarse'], {
		question: 'Which bins do the histograms of days, sessions and runtime have?',
		source: 'service-api.md, churn/histogram: edges of days and sessions not shown; wire-facts 1.10: they vary (M)',
		does: 'coarse: few bins, of other edges',
	}),
	choice('event-bins', ['specification', 'fine'], {
		question: 'Which bins do event histograms have?',
		source: 'service-api.md, churn/histogram; wire-facts 1.9: probably one sample of many (M)',
		does: 'fine: 1, 2, 3 - 5, 6 - 8, 9 - 12, 13 - 20, 21 - 50, 51 - 100, ≥ 101',
	}),
	choice('no-data', ['null', 'zero'], {
		question: 'What is an average or percentage of nothing?',
		source: 'wire-facts 1.17 and 1.18: possibly null (L)',
		does: 'zero: 0',
	}),
	choice('no-custom-values', ['null', 'zero'], {
		question: 'What are the custom-value figures of an event that never sent one?',
		source: 'wire-facts 1.17 (L)',
		does: 'zero: 0',
	}),
	choice('average-users', ['active', 'using'], {
		question: 'Over which users is averageCountPerUser of the basic table?',
		source: 'service-api.md, basic/dataTable: not shown',
		does: 'active: all that were active in the range; using: those that used the event',
	}),
	choice('runtime-divisor', ['hours', 'minutes'], {
		question: 'In which unit does the timeline divide by runtime?',
		source: 'service-api.md, basic/timeline: not shown; the table counts per hour',
		does: 'minutes: by minutes',
	}),
	amount(
		'decimals',
		{default: 2, least: 0},
		{
			question: 'To how many decimals are averages rounded?',
			source: 'wire-facts 1.17: samples show two',
			does: 'decimals of averages; percentages of events have two, those of engagement one',
		},
	),
] as const;

/** What is open about reports. */
export const reportAssumptions = [...countingAssumptions, ...segmentAssumptions, ...answerAssumptions] as const;
