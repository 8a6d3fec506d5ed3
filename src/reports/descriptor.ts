import type {Argument, Example} from '../cli/definition/command.ts';
import type {Flag, Flags, Options} from '../cli/definition/flag.ts';
import type {Endpoint, Input} from '../contract/operations/endpoint.ts';
import type {ReportPath} from '../contract/reports.ts';
import type {Labelled} from '../contract/values.ts';
import type {ChartRule} from '../output/chart/chart.ts';
import type {Column, Pivot, Row} from '../output/dataset.ts';
import type {GroupSize} from './caveats/row-caveats.ts';
import type {Fact} from './request/facts.ts';
import type {LossRule} from './request/loss-rule.ts';
import type {Query} from './request/query.ts';

export type ReportFlags = Flags & {readonly from: Flag<string | undefined>};

/** A report with `--lost-after` has a loss rule; one with `--status` too only when that names lost. */
type LossRuleOf<F> = F extends {readonly status: Flag}
	? LossRule | undefined
	: F extends {readonly lostAfter: Flag}
		? LossRule
		: LossRule | undefined;

type QueryOf<F> = Query<LossRuleOf<F>>;

/** Everything that the program knows of one report. Functions are methods, so that reports with different flags have one type. */
export type ReportDescriptor<E extends Endpoint = Endpoint, F extends ReportFlags = ReportFlags> = {
	/** Its row in contract/reports.ts: the command, and which filters, segments and events it takes. */
	readonly path: ReportPath;
	readonly description: string;
	readonly examples: readonly Example[];
	readonly flags: F;
	/** The events, where they are arguments instead of flags. */
	readonly args?: readonly Argument[];
	/** Throws CliError of kind usage for flags that contradict each other. */
	validate?(options: Options<F>): void;
	/** Loads the operation; only when something is sent, since schemas take long to load. */
	endpoint(): Promise<E>;
	request(options: Options<F>, query: QueryOf<F>): Input<E>;
	/** More events are asked for in several calls. */
	readonly eventsPerCall?: number;
	/** Parts of the request that only this report has, in words. */
	facts?(options: Options<F>): readonly Fact[];
	/** The columns of the rows; `results` are absent as long as nothing was asked. */
	columns(options: Options<F>, properties: readonly string[], results?: readonly Labelled[]): readonly Column[];
	/** Rows of the `results` of all calls. Throws UnknownLayout. */
	read(results: readonly Labelled[], options: Options<F>, query: QueryOf<F>): Iterable<Row>;
	/** The rows with `--wide`. */
	pivot?(properties: readonly string[]): Pivot;
	/** What else the answer says, for people. */
	notes?(results: Labelled, query: QueryOf<F>): readonly string[];
	/** What the answer leaves out. */
	caveats?(results: Labelled, options: Options<F>, query: QueryOf<F>): readonly string[];
	/** The figures that say how many installations a row is about; absent: none do. */
	readonly groupSize?: GroupSize;
	/** True when counts grow until the last loss of the range is known, so that a comparison has to wait for it. */
	readonly countsLosses?: boolean;
	readonly chart: ChartRule;
	/** The columns by which rows of a segment are told apart, level by level, where the largest may come first. */
	ranked?(options: Options<F>): readonly (readonly string[])[];
};
