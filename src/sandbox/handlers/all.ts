import type {AllHandlers} from '../handler.ts';
import {churnReport} from './churn-report.ts';
import {currentReport} from './current-report.ts';
import {eventReports} from './event-reports.ts';
import {createLicenseKeyHandlers, type LicenseKeyParts} from './license-keys.ts';
import {createLogFileHandlers, type LogFileParts} from './log-files.ts';
import {lostReports} from './lost-reports.ts';
import {metaHandlers} from './meta.ts';

/** The handler of every row. */
export const createHandlers = (parts: LicenseKeyParts & LogFileParts): AllHandlers => ({
	licenseKeys: createLicenseKeyHandlers(parts),
	meta: metaHandlers,
	reports: {current: currentReport, engagement: churnReport},
	lost: lostReports,
	events: eventReports,
	exceptions: createLogFileHandlers('exceptions', parts),
	customEvents: createLogFileHandlers('customEvents', parts),
});
