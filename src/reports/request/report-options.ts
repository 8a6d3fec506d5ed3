import type {ColumnSort, Sort} from '../../contract/reports.ts';
import type {ClientStatus} from '../../contract/request-words.ts';

export type ReportOptions = {
	readonly from?: string | undefined;
	readonly to?: string | undefined;
	readonly period?: string | undefined;
	readonly status?: readonly ClientStatus[] | undefined;
	readonly lostAfter?: number | undefined;
	readonly lostDate?: 'last-seen' | 'declared' | undefined;
	readonly split?: string | undefined;
	readonly filter?: readonly string[];
	readonly segmentBy?: string | undefined;
	readonly segment?: readonly string[];
	readonly level?: readonly string[];
	readonly event?: readonly string[];
	readonly eventsFile?: string | undefined;
	readonly compare?: string | undefined;
	readonly sort?: Sort | ColumnSort | undefined;
	readonly figures?: readonly string[] | undefined;
	readonly share?: boolean;
	readonly interval?: boolean;
	readonly top?: number | undefined;
	readonly totals?: boolean;
	readonly wide?: boolean;
	readonly stickiness?: boolean;
	readonly groupBy?: string | undefined;
	readonly quotaCheck?: boolean;
	readonly marks?: string | undefined;
};

/** The values of options that a command line or a program does not set. */
export const reportDefaults = {status: ['new', 'active'], view: 'usage'} as const;

export const getStatuses = ({status = reportDefaults.status}: Pick<ReportOptions, 'status'>): readonly ClientStatus[] =>
	status;

export const getGroupBy = ({groupBy}: Pick<ReportOptions, 'groupBy'>) => (groupBy === undefined ? {} : {groupBy});

/** Returns the flags that are set. */
export const getGiven = (flags: Readonly<Record<string, unknown>>): readonly string[] =>
	Object.entries(flags).flatMap(([name, value]) => (value === undefined || value === false ? [] : [name]));
