import type {DateSplit} from '../../contract/words.ts';
import type {LostRule} from './lost.ts';
import type {Range} from './range.ts';

/** What was asked, in words, for pages and notes. A part that was not asked for is left out. */
type Asked = {
	readonly range: Range;
	/** Runs until now instead of to a day. */
	readonly untilNow?: boolean;
	readonly status?: readonly string[];
	readonly lost?: Partial<LostRule>;
	readonly split?: DateSplit | undefined;
	readonly filter?: string;
	readonly segments?: readonly string[];
	readonly events?: readonly string[];
	readonly measure?: string;
	readonly sort?: string | undefined;
};
export type Fact = readonly [string, string];

const datesOfLoss = {dateLastSeen: 'last contact', dateDeclaredLost: 'day declared lost'} as const;

const optionalFact = (name: string, value: string | undefined): readonly Fact[] =>
	value === undefined || value === '' ? [] : [[name, value]];

/** The facts of a request, in the order in which a reader asks for them. */
export function getFacts({range, untilNow, lost, ...asked}: Asked): readonly Fact[] {
	const days = lost?.daysUntilDeclaredLost;
	return [
		['From', range.first],
		['To', untilNow ? 'now' : range.last],
		...optionalFact('Installations', asked.status?.join(', ')),
		...optionalFact(
			'Lost after',
			days === undefined ? undefined : `${days} ${days === 1 ? 'day' : 'days'} without contact`,
		),
		...optionalFact('Date of a loss', lost?.dateReportedLost && datesOfLoss[lost.dateReportedLost]),
		...optionalFact('Split by', asked.split),
		...optionalFact('Filter', asked.filter),
		...optionalFact('Segments', asked.segments?.join('; ')),
		...optionalFact('Events', asked.events?.join(', ')),
		...optionalFact('Figure', asked.measure),
		...optionalFact('Sorted by', asked.sort),
	];
}
