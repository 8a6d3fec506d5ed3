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
	/** The report's row in the contract: the filters, segments and events that it takes, and its command. */
	readonly row: Report;
	/** The first day if `--from` is not given, counted back from the last day. */
	readonly defaultStart: typeof usualStart | typeof churnStart;
	/** Throws CliError of kind usage for flags that contradict each other. */
	validate?(options: O): void;
	/** The hint if the server does not have the operation. */
	readonly hintIfAbsent?: string;
	/** Loads the operation, only when a request is sent: schemas take long to load. */
	endpoint(): Promise<E>;
	request(options: O, query: QueryOf<O>): Input<E>;
	/** The most events of one request; more are asked for in several. */
	readonly eventsPerCall?: number;
	/** Facts about the request that only this report has. */
	facts?(options: O): readonly Fact[];
	/** The columns of the rows; `results` are absent before the request is sent. */
	columns(options: O, properties: readonly string[], results?: readonly Labelled[]): readonly Column[];
	/** Rows of the `results` of all calls. Throws UnknownLayout. */
	read(results: readonly Labelled[], options: O, query: QueryOf<O>): Iterable<Row>;
	/** The rows with `--wide`. */
	pivot?(properties: readonly string[]): Pivot;
	/** Notes about the response, for people. */
	notes?(results: Labelled, query: QueryOf<O>): readonly string[];
	/** Caveats about values that the response leaves out. */
	caveats?(results: Labelled, options: O, query: QueryOf<O>): readonly string[];
	/** The figures that count the installations of a row, if any do. */
	readonly groupSize?: GroupSize;
	/** True if counts grow until all losses of the range are known, so that a comparison is not final before. */
	readonly countsLosses?: boolean;
	readonly chart: ChartRule;
	/** The columns that identify a row within its segment, level by level, if rows may be ordered by size. */
	ranked?(options: O): readonly (readonly string[])[];
};
