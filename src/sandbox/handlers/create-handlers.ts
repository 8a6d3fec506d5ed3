import type {AllHandlers} from '../handler.ts';
import {createFileHandlers, type FileParts} from './file-handlers.ts';
import {createLicenseKeyHandlers} from './keys/key-handlers.ts';
import type {KeyListParts} from './keys/key-listing.ts';
import {listEventNames} from './meta/event-names-handler.ts';
import {metaHandlers} from './meta/property-handlers.ts';
import {basicTable} from './reporting/basic-table-handler.ts';
import {listClients} from './reporting/client-list-handler.ts';
import {usageDistribution} from './reporting/distribution-handler.ts';
import {engagementReport} from './reporting/engagement-handler.ts';
import {fullReport} from './reporting/full-report-handler.ts';
import {countInstallations} from './reporting/installation-count-handler.ts';
import {lossReports} from './reporting/loss-handlers.ts';
import {timeline} from './reporting/timeline-handler.ts';

export const eventReports = {table: basicTable, timeline, frequency: fullReport} as const;

export const createHandlers = (parts: KeyListParts & FileParts): AllHandlers => ({
	licenseKeys: createLicenseKeyHandlers(parts),
	meta: metaHandlers,
	reports: {
		current: countInstallations,
		range: countInstallations,
		engagement: engagementReport,
		distribution: usageDistribution,
	},
	lost: lossReports,
	events: eventReports,
	...createFileHandlers(parts),
	lists: {eventNames: listEventNames, clients: listClients},
});
