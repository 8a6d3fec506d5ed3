import type {Endpoint, Input} from '../../contract/endpoint.ts';
import type {EventReference} from '../../contract/event-reference.ts';
import type {GlobalFilters} from '../../contract/filters.ts';
import type {ReportPath} from '../../contract/reports.ts';
import type {Levels} from '../../contract/segments.ts';
import type {Labelled} from '../../contract/values.ts';
import type {Segmentation} from '../../language/segment/import.ts';
import type {ChartRule} from '../../output/chart/chart.ts';
import type {Column, Pivot, Row} from '../../output/dataset.ts';
import type {Argument, Example} from '../command.ts';
import type {Flag, Flags, Options} from '../flag.ts';
import type {GroupSize} from './caveats/row-caveats.ts';
import type {Fact} from './request/facts.ts';
import type {LossRule} from './request/loss-rule.ts';
import type {Range} from './request/range.ts';

export type ReportFlags = Flags & {readonly from: Flag<string>};

/** Losses are part of a report that has `--lost-after`; where there is `--status`, only when it names lost. */
type LossRuleOf<F> = F extends {readonly lostAfter: Flag}
	? F extends {readonly status: Flag}
		? LossRule | undefined
		: LossRule
	: undefined;

/** The flags of a report after they were checked, in the form in which they are sent. */
export type Query<Rule = LossRule | undefined> = {
	readonly range: Range;
	readonly lossRule: Rule;
	readonly filters: GlobalFilters;
	/** Empty where no segments were asked for. */
	readonly segmentation: Partial<Segmentation>;
	readonly levels: Levels;
	/** The properties that segments or levels are of, outermost first. */
	readonly properties: readonly string[];
	/** At least one where the report takes events. */
	readonly events: readonly EventReference[];
};

export type QueryOf<F> = Query<LossRuleOf<F>>;

/** Everything that the program knows of one report. */
export type Report<E extends Endpoint = Endpoint, F extends ReportFlags = ReportFlags> = {
	/** Its row in contract/reports.ts: the command, and which filters, segments and events it takes. */
	readonly path: ReportPath;
	/** Loads the operation; only when something is sent, since schemas take long to load. */
	readonly endpoint: () => Promise<E>;
	readonly description: string;
	readonly examples: readonly Example[];
	readonly flags: F;
	/** The events, where they are arguments instead of flags. */
	readonly args?: readonly Argument[];
	/** Throws CliError of kind usage for flags that contradict each other. */
	readonly validate?: (options: Options<F>) => void;
	readonly request: (options: Options<F>, query: QueryOf<F>) => Input<E>;
	/** More events are asked for in several calls. */
	readonly eventsPerCall?: number;
	/** The columns of the rows; `results` are absent as long as nothing was asked. */
	readonly columns: (
		options: Options<F>,
		properties: readonly string[],
		results?: readonly Labelled[],
	) => readonly Column[];
	/** Rows of the `results` of all calls. Throws UnknownLayout. */
	readonly read: (results: readonly Labelled[], options: Options<F>, query: QueryOf<F>) => Iterable<Row>;
	/** What else the answer says, for people. */
	readonly notes?: (results: Labelled, query: QueryOf<F>) => readonly string[];
	/** What the answer leaves out. */
	readonly caveats?: (results: Labelled, options: Options<F>, query: QueryOf<F>) => readonly string[];
	/** The rows with `--wide`. */
	readonly pivot?: (properties: readonly string[]) => Pivot;
	readonly chart: ChartRule;
	/** The figures that say how many installations a row is about; absent: none do. */
	readonly groupSize?: GroupSize;
	/** True when counts grow until the last loss of the range is known, so that a comparison has to wait for it. */
	readonly countsLosses?: boolean;
	/** Parts of the request that only this report has, in words. */
	readonly facts?: (options: Options<F>) => readonly Fact[];
};
