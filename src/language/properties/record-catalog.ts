import type {LanguageContext, RecordKind} from '../language-context.ts';
import {type Catalog, createCatalog, createField, type Field, reportCatalog} from './catalog.ts';

/** The properties of crash reports and event records. Any column of a record may be empty, so all of them support null. */

const textOf = (name: string, friendlyName: string): Field =>
	createField({name, friendlyName, kind: 'text', nullable: true});

function ofReport(name: string, parts?: readonly string[]): Field {
	const field = reportCatalog.byName.get(name);
	if (!field) throw new Error(`reports have no property ${name}`);
	// `property` is left out, because its rules apply to reports.
	const {property: _, ...own} = {...field, nullable: field.kind !== 'flags'};
	if (!parts) return own;
	return {...own, parts, partTitles: parts.map(part => field.partTitles[field.parts.indexOf(part)] ?? part)};
}

const shared: readonly Field[] = [
	...['clientId', 'prodVersion', 'prodEdition', 'prodBuild', 'prodLanguage', 'licenseType'].map(name => ofReport(name)),
	ofReport('licenseStatus'),
	// Text here, so that patterns work: records have only one level, in the short form of the service (docs/service.md#last-lines).
	textOf('os.version', 'OS Version'),
	...['osLanguage', 'osWordLength', 'formFactor', 'cpuType', 'cpuCores', 'ram', 'displayCount'].map(name =>
		ofReport(name),
	),
	ofReport('dotNetVersion'),
	textOf('gpu.model', 'GPU Model'),
	ofReport('geography', ['country', 'usState']),
];
const own: Readonly<Record<RecordKind, readonly Field[]>> = {
	exceptions: [
		textOf('exception.class', 'Exception Class'),
		textOf('exception.method', 'Exception Method'),
		textOf('exception.message', 'Exception Message'),
		textOf('exception.stackTrace', 'Stack Trace'),
	],
	events: [
		textOf('event.category', 'Event Category'),
		textOf('event.name', 'Event Name'),
		textOf('event.data', 'Event Data'),
	],
};

const createRecords = (kind: RecordKind) => createCatalog('records', [...shared, ...own[kind]]);
const recordCatalogs = {exceptions: createRecords('exceptions'), events: createRecords('events')} as const;

export const filterCatalog = ({records}: Pick<LanguageContext, 'records'>): Catalog =>
	records === undefined ? reportCatalog : recordCatalogs[records];
