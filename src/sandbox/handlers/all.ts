import type {AllHandlers} from '../handler.ts';
import {createLicenseKeyHandlers, type LicenseKeyParts} from './keys/license-keys.ts';
import {listClients} from './later/clients.ts';
import {listEventNames} from './later/event-names.ts';
import {createRawEventHandlers, type RawEventParts} from './later/raw-events.ts';
import {usageDistribution} from './later/usage-distribution.ts';
import {createLogFileHandlers, type LogFileParts} from './log-files.ts';
import {metaHandlers} from './meta/meta.ts';
import {basicTable} from './reporting/basic-table.ts';
import {churnReport} from './reporting/churn-report.ts';
import {currentReport, dateRangeReport} from './reporting/current-report.ts';
import {fullReport} from './reporting/full-report.ts';
import {lostReports} from './reporting/lost-reports.ts';
import {timeline} from './reporting/timeline.ts';

/** The reports on events. */
export const eventReports = {table: basicTable, timeline, frequency: fullReport} as const;

/** The handler of every row. */
export const createHandlers = (parts: LicenseKeyParts & LogFileParts & RawEventParts): AllHandlers => ({
	licenseKeys: createLicenseKeyHandlers(parts),
	meta: metaHandlers,
	reports: {current: currentReport, range: dateRangeReport, engagement: churnReport, distribution: usageDistribution},
	lost: lostReports,
	events: eventReports,
	exceptions: createLogFileHandlers('exceptions', parts),
	customEvents: createLogFileHandlers('customEvents', parts),
	rawEvents: createRawEventHandlers(parts),
	lists: {eventNames: listEventNames, clients: listClients},
});
