import {auth} from './auth.ts';
import {engagement, usageDistribution} from './churn-report.ts';
import {lists} from './client-and-event-lists.ts';
import {current, dateRange} from './current-report.ts';
import type {Endpoint} from './endpoint.ts';
import {events} from './event-reports.ts';
import {licenseKeys} from './license-keys.ts';
import {customEvents, exceptions, rawEvents} from './log-files.ts';
import {lost} from './lost-reports.ts';
import {meta} from './meta.ts';

export const endpoints = {
	auth,
	licenseKeys,
	meta,
	reports: {current, range: dateRange, engagement, distribution: usageDistribution},
	lost,
	events,
	exceptions,
	customEvents,
	rawEvents,
	lists,
} as const;

type Group = Readonly<Record<string, Endpoint>>;

export const endpointRows: readonly Endpoint[] = Object.values(endpoints).flatMap(group =>
	Object.values(group as Group),
);
