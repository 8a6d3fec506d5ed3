import {calendarDay} from '../calendar.ts';
import type {ClientStatus, DateSplit} from '../contract/request-words.ts';
import {CliError} from '../errors.ts';
import {type Cell, type Dataset, dataCell, gatherRows} from '../output/dataset.ts';
import {orderDataset} from '../output/rows/order-rows.ts';
import type {ReportPorts} from '../reports/report-ports.ts';
import {type ReportName, reportTable} from '../reports/report-table.ts';
import {runReport as run} from '../reports/run/run-report.ts';
import {runSupport as support} from '../reports/support/run-support.ts';
import {systemClock} from '../system-clock.ts';
import {nearNames, suggestion} from '../text/near-names.ts';
import {guard} from './guard.ts';
import type {Service} from './library-service.ts';

/** With `compare`, the figures are `value`, `baseline`, `delta` and `deltaPercent`. */
type FigureKey<Name extends ReportName> =
	| (typeof reportTable)[Name]['figures'][number]
	| 'value'
	| 'baseline'
	| 'delta'
	| 'deltaPercent'
	| 'share';

/** Cells by the keys of their columns, which are those of `-o json`. A missing figure is null, never 0. */
export type ReportRow<Name extends ReportName = ReportName> = Readonly<Record<string, Cell>> & {
	readonly [Key in FigureKey<Name>]?: number | null;
};

/** Those of the flags of the same names, as docs/reference describes them; each report takes some of them. */
export type ReportSettings = {
	readonly from?: string;
	readonly to?: string;
	readonly period?: string;
	readonly compare?: string;
	readonly filter?: readonly string[];
	readonly level?: readonly string[];
	readonly segmentBy?: string;
	readonly segment?: readonly string[];
	readonly event?: readonly string[];
	readonly status?: readonly ClientStatus[];
	readonly split?: DateSplit;
	readonly lostAfter?: number;
	readonly lostDate?: 'last-seen' | 'declared';
	readonly groupBy?: string;
	readonly share?: boolean;
	readonly top?: number;
	readonly interval?: boolean;
	readonly totals?: boolean;
	readonly stickiness?: boolean;
	readonly bins?: boolean;
	readonly cross?: boolean;
	readonly view?: 'usage' | 'values';
	readonly per?: 'users' | 'sessions' | 'runtime' | 'usage';
	/** False skips the requests that check whether the product was over its quota. */
	readonly quotaCheck?: boolean;
};

export type ReportRun = {
	/** The default is that of the service. */
	readonly product?: number;
	/** The value of `today`, by default this machine's day. */
	readonly today?: string;
	readonly signal?: AbortSignal;
};

export type ReportResult<Name extends ReportName = ReportName> = {
	readonly title: string;
	readonly rows: readonly ReportRow<Name>[];
	/** The same rows with the titles and kinds of their columns, for `renderText`. */
	readonly dataset: Dataset;
	/** Reasons why the figures may mislead. */
	readonly caveats: readonly string[];
	readonly notes: readonly string[];
};

function validateService(service: Service, caller: string): void {
	if (typeof service?.call === 'function') return;
	throw new CliError('usage', `${caller} requires a service`, {hint: 'pass the result of createService'});
}

function validateName(name: ReportName): void {
	if (Object.hasOwn(reportTable, name)) return;
	const names = Object.keys(reportTable);
	throw new CliError(
		'usage',
		`there is no report '${name}'`,
		suggestion(nearNames(String(name), names), `the reports are ${names.join(', ')}`),
	);
}

/** Throws CliError (usage) for an option that the report does not take, and for a text that the command line reads from a file. */
function validateSettings(name: ReportName, settings: ReportSettings): void {
	const names = Object.keys(reportTable[name].options);
	const unknown = Object.keys(settings).find(key => !names.includes(key));
	if (unknown !== undefined)
		throw new CliError('usage', `report ${name} has no option ${unknown}`, {
			...suggestion(nearNames(unknown, names), `its options are ${names.join(', ')}`),
		});
	const file = settings.filter?.find(text => text.startsWith('@'));
	if (file !== undefined)
		throw new CliError('usage', `the library reads no files: ${file}`, {hint: 'pass the text of the filter'});
}

function findProduct({product}: ReportRun, service: Service): number {
	const found = product ?? service.product;
	if (found !== undefined) return found;
	throw new CliError('usage', 'no product is given', {hint: 'pass product to runReport or to createService'});
}

/** Nothing is stored, and messages are collected. */
function createPorts(
	service: Service,
	run: ReportRun,
	{notes, caveats}: {readonly notes: string[]; readonly caveats: string[]},
): ReportPorts {
	const product = findProduct(run, service);
	const note = async (text: string) => void notes.push(text);
	return {
		globals: {
			baseUrl: undefined,
			profile: 'library',
			products: [product],
			sandbox: false,
			anyCode: false,
			anyProperty: [],
			clamp: false,
			lostAfter: undefined,
			raw: false,
			dryRun: false,
			printRequest: undefined,
			quiet: false,
			output: 'json',
			chart: false,
			html: undefined,
			fields: undefined,
		},
		today: run.today ?? calendarDay(new Date()),
		clock: systemClock,
		signal: run.signal ?? new AbortController().signal,
		stateDir: undefined,
		terminal: {stdin: {isTTY: false, chunks: async function* () {}}},
		product: async () => product,
		connect: async () => ({
			...service,
			call: (endpoint, input, options) => service.call(endpoint, input, {product, ...options}),
		}),
		sandbox: undefined,
		note,
		warn: note,
		footnote: note,
		caveat: async text => void caveats.push(text),
		detail: async () => {},
	};
}

/** Runs a report, and returns its rows with all that it tells. */
async function collect<Row>(
	service: Service,
	reportRun: ReportRun,
	runWith: (ports: ReportPorts) => Promise<{readonly dataset?: Dataset}>,
) {
	const [notes, caveats]: [string[], string[]] = [[], []];
	const {dataset} = await runWith(createPorts(service, reportRun, {notes, caveats}));
	if (!dataset) throw new Error('a report returned no rows');
	const ordered = await orderDataset(dataset, false);
	const rows = await gatherRows(ordered.blocks);
	return {
		title: dataset.about?.title ?? '',
		rows: rows.map(
			row => Object.fromEntries(ordered.columns.map((column, at) => [column.key, dataCell(column, row[at])])) as Row,
		),
		dataset: {...ordered, blocks: [rows]},
		caveats,
		notes,
	};
}

async function runNamed<Name extends ReportName>(
	service: Service,
	name: Name,
	settings: ReportSettings = {},
	reportRun: ReportRun = {},
): Promise<ReportResult<Name>> {
	validateService(service, 'runReport');
	validateName(name);
	validateSettings(name, settings);
	const options = {...reportTable[name].options, ...settings};
	return collect(service, reportRun, ports => run(reportTable[name].find(options, ports.today), {options}, ports));
}

/**
 * Runs a report as the command line does: expressions, requests, caveats and order of the rows are the same. Throws UsagectlError:
 * usage, auth, refused, network.
 */
export const runReport = guard('runReport', runNamed);

export type SupportResult = Omit<ReportResult, 'rows'> & {readonly rows: readonly Readonly<Record<string, Cell>>[]};

async function runSupportOf(
	service: Service,
	expression: string,
	/** `below`: the percentage whose date is asked for. */
	{below}: {readonly below?: number} = {},
	reportRun: ReportRun = {},
): Promise<SupportResult> {
	validateService(service, 'runSupport');
	if (below !== undefined && !(below > 0 && below < 100))
		throw new CliError('usage', `below is ${below}, not a percentage`, {hint: 'pass a number such as 1'});
	const readCrashes = async () => 'the library reads no archive';
	return collect(service, reportRun, ports => support({expression, below, isTable: false, readCrashes}, ports));
}

/** Runs `report support` as the command line does, without crash reports. Throws UsagectlError: usage, auth, refused, network. */
export const runSupport = guard('runSupport', runSupportOf);
