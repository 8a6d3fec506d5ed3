import type {churnStart, usualStart} from '../cli/definition/range-flags.ts';
import type {Endpoint, Input} from '../contract/operations/endpoint.ts';
import type {Report} from '../contract/reports.ts';
import type {Labelled} from '../contract/value-schemas.ts';
import type {ChartRule} from '../output/chart/chart.ts';
import type {Column, Pivot, Row} from '../output/dataset.ts';
import type {GroupSize} from './caveats/row-caveats.ts';
import type {Fact} from './request/facts.ts';
import type {LossRule} from './request/loss-rule.ts';
import type {ReportOptions} from './request/report-options.ts';
import type {Query} from './request/resolve-query.ts';

/** A report with `--lost-after` has a loss rule; one with `--status` too only when that names lost. */
type LossRuleOf<O> = O extends {readonly status: unknown}
	? LossRule | undefined
	: O extends {readonly lostAfter: unknown}
		? LossRule
		: LossRule | undefined;

type QueryOf<O> = Query<LossRuleOf<O>>;

/** Everything that the program knows of one report. Functions are methods, so that reports with different options have one type. */
export type ReportDescriptor<E extends Endpoint = Endpoint, O = ReportOptions> = {
	/** Which filters, segments and events the report takes, and what the user types. */
	readonly row: Report;
	/** The first day where no `--from` is given, counted back from the last one. */
	readonly defaultStart: typeof usualStart | typeof churnStart;
	/** Throws CliError of kind usage for flags that contradict each other. */
	validate?(options: O): void;
	/** What to type instead where the server does not have the operation. */
	readonly hintIfAbsent?: string;
	/** Loads the operation; only when something is sent, since schemas take long to load. */
	endpoint(): Promise<E>;
	request(options: O, query: QueryOf<O>): Input<E>;
	/** More events are asked for in several calls. */
	readonly eventsPerCall?: number;
	/** Parts of the request that only this report has, in words. */
	facts?(options: O): readonly Fact[];
	/** The columns of the rows; `results` are absent as long as nothing was asked. */
	columns(options: O, properties: readonly string[], results?: readonly Labelled[]): readonly Column[];
	/** Rows of the `results` of all calls. Throws UnknownLayout. */
	read(results: readonly Labelled[], options: O, query: QueryOf<O>): Iterable<Row>;
	/** The rows with `--wide`. */
	pivot?(properties: readonly string[]): Pivot;
	/** What else the answer says, for people. */
	notes?(results: Labelled, query: QueryOf<O>): readonly string[];
	/** What the answer leaves out. */
	caveats?(results: Labelled, options: O, query: QueryOf<O>): readonly string[];
	/** The figures that say how many installations a row is about; absent: none do. */
	readonly groupSize?: GroupSize;
	/** True when counts grow until the last loss of the range is known, so that a comparison has to wait for it. */
	readonly countsLosses?: boolean;
	readonly chart: ChartRule;
	/** The columns by which rows of a segment are told apart, level by level, where the largest may come first. */
	ranked?(options: O): readonly (readonly string[])[];
};
