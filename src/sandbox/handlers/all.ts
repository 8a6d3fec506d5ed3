import type {Endpoint} from '../../contract/endpoint.ts';
import {endpoints} from '../../contract/endpoints.ts';
import {type AllHandlers, type Handlers, Refusal} from '../handler.ts';
import {churnReport} from './churn-report.ts';
import {currentReport} from './current-report.ts';
import {createLicenseKeyHandlers, type LicenseKeyParts} from './license-keys.ts';
import {createLogFileHandlers, type LogFileParts} from './log-files.ts';
import {lostReports} from './lost-reports.ts';
import {metaHandlers} from './meta.ts';

/** Reports that are still being built. */
function pending<Table extends Readonly<Record<string, Endpoint>>>(rows: Table): Handlers<Table> {
	const refuse = async () => {
		throw new Refusal('SYNTAX ERROR', 'this report is not built yet', 501);
	};
	return Object.fromEntries(Object.keys(rows).map(name => [name, refuse])) as unknown as Handlers<Table>;
}

/** The handler of every row. */
export const createHandlers = (parts: LicenseKeyParts & LogFileParts): AllHandlers => ({
	licenseKeys: createLicenseKeyHandlers(parts),
	meta: metaHandlers,
	reports: {current: currentReport, engagement: churnReport},
	lost: lostReports,
	events: pending(endpoints.events),
	exceptions: createLogFileHandlers('exceptions', parts),
	customEvents: createLogFileHandlers('customEvents', parts),
});
