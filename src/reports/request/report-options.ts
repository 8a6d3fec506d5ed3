import type {ColumnSort, Sort} from '../../contract/reports.ts';

export type ReportOptions = {
	readonly from?: string | undefined;
	readonly to?: string | undefined;
	readonly period?: string | undefined;
	readonly status?: readonly string[];
	readonly lostAfter?: number | undefined;
	readonly lostDate?: 'last-seen' | 'declared';
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
export const reportDefaults = {status: ['new', 'active'], lostDate: 'last-seen', view: 'usage'} as const;

export const getGroupBy = ({groupBy}: Pick<ReportOptions, 'groupBy'>) => (groupBy === undefined ? {} : {groupBy});
