import type {Endpoint, Input} from '../contract/operations/endpoint.ts';
import type {churnStart, Report, usualStart} from '../contract/reports.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import type {ChartRule} from '../output/chart/chart.ts';
import type {Column, Pivot, Row} from '../output/dataset.ts';
import type {Scope} from './caveats/request-caveats.ts';
import type {LossRule} from './request/loss-rule.ts';
import type {ReportOptions} from './request/report-options.ts';
import type {Query} from './request/resolve-query.ts';

/** A report with `--lost-after` has a loss rule. If it also has `--status`, it has one only if the statuses include lost. */
type LossRuleOf<O> = O extends {readonly status: unknown}
	? LossRule | undefined
	: O extends {readonly lostAfter: unknown}
		? LossRule
		: LossRule | undefined;

type QueryOf<O> = Query<LossRuleOf<O>>;

export type Fact = readonly [name: string, value: string];

type WidePlan = Omit<Pivot, 'figures'> & Partial<Pick<Pivot, 'figures'>>;

/** Functions are methods, so that reports with different options have one type. */
export type ReportDescriptor<E extends Endpoint = Endpoint, O = ReportOptions> = {
	readonly row: Report;
	/** The first day without `--from`, counted back from the last day. */
	readonly defaultStart: typeof usualStart | typeof churnStart;
	/** Throws CliError (usage) for flags that contradict each other. */
	validate?(options: O): void;
	/** Returns what is counted, for the title (default: the title of the chart). */
	title?(options: O): string;
	/** Says what happened in the days of the title: `installed `. */
	readonly rangeVerb?: string;
	readonly hintIfAbsent?: string;
	/** The report of newer servers that takes a last day, if this one counts until the service's now. */
	readonly withLastDay?: ReportDescriptor;
	/** Loads the operation, only when a request is sent: schemas take long to load. */
	endpoint(): Promise<E>;
	request(options: O, query: QueryOf<O>): Input<E>;
	/** Returns all requests of a query if it takes several. */
	requests?(options: O, query: QueryOf<O>): readonly Input<E>[] | undefined;
	/** The maximum number of events per request; more are split into several requests. */
	readonly eventsPerRequest?: number;
	facts?(options: O): readonly Fact[];
	columns(options: O, properties: readonly string[]): readonly Column[];
	/** Returns the columns if they depend on the response. */
	findColumns?(results: readonly Labeled[]): readonly Column[];
	/** Reads the `results` of all requests. Throws UnknownLayout. */
	read(results: readonly Labeled[], options: O, query: QueryOf<O>, scope: Scope): Iterable<Row>;
	/** Returns the layout of `--wide`. If it names no figures, the table shows all of them. */
	pivot?(options: O, properties: readonly string[]): WidePlan;
	/** Tests whether each installation is counted in one segment at most, so that the segments of a whole property add up. */
	isPartition?(options: O): boolean;
	notes?(results: Labeled, query: QueryOf<O>): readonly string[];
	caveats?(results: Labeled, options: O, query: QueryOf<O>, scope: Scope): readonly string[];
	/** Keys of the figures that are the size of a row, the preferred one first (default: those of the chart). */
	readonly sizes?: readonly string[];
	/** Tests for counts that grow until all losses of the range are known, so that a comparison is not final before. */
	countsLosses?(column: Column): boolean;
	readonly chart: ChartRule;
	/** The columns that identify a row within its segment, level by level, if rows may be ordered by size. */
	ranked?(options: O): readonly (readonly string[])[];
};
