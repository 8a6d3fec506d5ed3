/**
 * The properties of filters, segments and levels (docs/service.md#filter-kinds, docs/service.md#filter-sets,
 * docs/service.md#null). The expression language, the sandbox, completion and `help filters` use this catalog.
 */

export type PropertyKind =
	| 'text'
	| 'number'
	| 'date'
	| 'boolean'
	| 'flags' // licenseStatus, optOut, backOff: arrays of objects of booleans
	| 'levels' // os, geography, gpu: alternatives by granularity
	| 'eventCount' // lifetimeEventUsage
	| 'campaigns'; // outreachDeliveries

/** `event` stands for the two lost-event reports, `full` for all others. */
type ReportSet = 'full' | 'event';

/** Determines which properties can filter a report, and which value it compares. */
export type ReportFamily = 'current' | 'lost' | 'lostEvents' | 'engagement' | 'advanced';

/**
 * The value that a filter compares: at installation, at the time of the event, or the latest known
 * (docs/service.md#value-basis).
 */
export type Basis = 'install' | 'event' | 'current';

export type Property = {
	readonly name: string;
	readonly friendlyName: string;
	readonly kind: PropertyKind;
	readonly nullable: boolean;
	readonly sets: readonly ReportSet[];
	/** True if the service keeps the values at installation and at events, not only the latest one. */
	readonly history: boolean;
	/** The entry in `/meta/productProperties`. Absent if the service does not list the property. */
	readonly listed?: {
		readonly category: string;
		readonly filterType: 'standard' | 'currentData';
		readonly dataType: 'string' | 'numeric' | 'special';
		readonly units?: string;
	};
	readonly unit?: 'MB' | 'px' | 'min' | 'ppi';
	readonly whole?: boolean;
	/** Levels (`os.version`) or flags (`licenseStatus.activated`). */
	readonly parts?: readonly string[];
	readonly partNames?: readonly string[];
	/** True if reading the property requires the permission for license keys. */
	readonly permission?: boolean;
	/** True if `segmentBy` and `levels` accept the property, or its parts if it has levels. */
	readonly segmentable: boolean;
};

const product = 'Product Properties';
const licensing = 'Licensing Properties';
const platform = 'Platform Properties';
const everywhere = ['full', 'event'] as const;
const fullOnly = ['full'] as const;

type Extra = Partial<Omit<Property, 'name' | 'friendlyName' | 'kind'>>;
const defaults = {nullable: false, sets: fullOnly, history: false, segmentable: true} as const;
const property =
	(kind: PropertyKind) =>
	(name: string, friendlyName: string, extra: Extra = {}): Property => ({
		...defaults,
		...extra,
		name,
		friendlyName,
		kind,
	});
const text = property('text');
const number = property('number');
const date = property('date');
const flags = property('flags');
const levels = property('levels');

const standard = (category: string, dataType: 'string' | 'special' = 'string') =>
	({category, filterType: 'standard', dataType}) as const;
const latest = (dataType: 'string' | 'numeric', units?: string) =>
	({category: platform, filterType: 'currentData', dataType, ...(units === undefined ? {} : {units})}) as const;

const ofProduct = {nullable: true, sets: everywhere, history: true, listed: standard(product)} as const;
const pixels = {nullable: true, sets: everywhere, unit: 'px', whole: true, listed: latest('numeric', 'px')} as const;
/** The flags of optOut and backOff: at any time, and at the last contact. */
const everAndNow = {sets: everywhere, segmentable: false, parts: ['historical', 'current']} as const;

const customNames = Array.from({length: 20}, (_, index) => `C${String(index + 1).padStart(2, '0')}`);

/** In the order of the specification. */
export const properties: readonly Property[] = [
	text('machineId', 'Machine ID', {nullable: true}),
	text('clientId', 'Client ID'),
	text('prodVersion', 'Product Version', ofProduct),
	text('prodEdition', 'Product Edition', ofProduct),
	text('prodBuild', 'Product Build', ofProduct),
	text('prodLanguage', 'Product Language', ofProduct),
	text('licenseType', 'License Type', {sets: everywhere, history: true, listed: standard(licensing)}),
	text('formFactor', 'Form Factor', {nullable: true, sets: everywhere, listed: latest('string')}),
	text('osLanguage', 'OS Language', {nullable: true, sets: everywhere, history: true, listed: standard(platform)}),
	text('osWordLength', 'OS Word Length', {sets: everywhere, listed: latest('numeric', 'bit')}),
	text('cpuType', 'CPU Type', {nullable: true, sets: everywhere, listed: latest('string')}),
	text('dotNetVersion', '.NET Version'),
	text('javaVersion', 'Java Version', {nullable: true}),
	text('javaVendor', 'Java Vendor', {nullable: true}),
	text('javaRuntime', 'Java Runtime', {nullable: true}),
	text('javaGraphics', 'Java Graphics', {nullable: true}),
	text('javaVmVersion', 'Java VM Version', {nullable: true}),
	text('javaVmName', 'Java VM Name', {nullable: true}),
	text('vm', 'Virtual Machine', {nullable: true}),
	...customNames.map(name => text(name, `Custom Property ${Number(name.slice(1))}`, {nullable: true, history: true})),
	text('licenseKey', 'License Key', {nullable: true, sets: everywhere, permission: true}),
	number('cpuCores', 'CPU Cores', {nullable: true, sets: everywhere, whole: true, listed: latest('numeric', '')}),
	number('displayCount', 'Display Count', {sets: everywhere, whole: true, listed: latest('numeric', '')}),
	number('ram', 'RAM', {nullable: true, sets: everywhere, unit: 'MB', whole: true, listed: latest('numeric', 'MB')}),
	number('resolutionWidth', 'Resolution Width', pixels),
	number('resolutionHeight', 'Resolution Height', pixels),
	number('lifetimeRuntimeMinutes', 'Lifetime Runtime', {sets: everywhere, unit: 'min'}),
	number('lifetimeSessionCount', 'Lifetime Sessions', {sets: everywhere, whole: true}),
	number('screenPpi', 'Screen PPI', {unit: 'ppi'}),
	number('javaVmRam', 'Java VM RAM'),
	date('dateInstalled', 'Date Installed', {segmentable: false}),
	date('dateLastSeen', 'Date Last Seen', {segmentable: false}),
	property('boolean')('touchScreen', 'Touch Screen'),
	flags('licenseStatus', 'License Status', {
		sets: everywhere,
		history: true,
		listed: standard(licensing, 'special'),
		parts: ['activated', 'blacklisted', 'expired', 'whitelisted'],
		partNames: ['Activated', 'Blacklisted', 'Expired', 'Whitelisted'],
	}),
	levels('os', 'Operating System', {
		nullable: true,
		sets: everywhere,
		history: true,
		listed: standard(platform, 'special'),
		parts: ['platform', 'version', 'edition'],
		partNames: ['OS Platform', 'OS Version', 'OS Edition'],
	}),
	levels('geography', 'Geography', {
		nullable: true,
		sets: everywhere,
		history: true,
		listed: standard(platform, 'special'),
		parts: ['continent', 'country', 'usState'],
		partNames: ['Continent', 'Country', 'US State'],
	}),
	levels('gpu', 'GPU', {
		nullable: true,
		sets: everywhere,
		parts: ['vendor', 'model'],
		partNames: ['GPU Vendor', 'GPU Model'],
	}),
	flags('optOut', 'Opt-Out', {...everAndNow, partNames: ['Ever Opted Out', 'Opted Out']}),
	flags('backOff', 'Back-Off', {...everAndNow, partNames: ['Ever Backed Off', 'Backed Off']}),
	property('eventCount')('lifetimeEventUsage', 'Lifetime Event Usage', {segmentable: false}),
	property('campaigns')('outreachDeliveries', 'Outreach Deliveries', {segmentable: false}),
];

const byName = new Map(properties.map(item => [item.name, item]));

export const getProperty = (name: string): Property | undefined => byName.get(name);

export function levelsOf(name: string): readonly string[] {
	const {kind, parts = []} = getProperty(name) ?? {};
	return kind === 'levels' ? parts : [];
}

export const propertyNames = (kind: PropertyKind): readonly string[] =>
	properties.filter(item => item.kind === kind).map(item => item.name);

export const isInReport = (item: Property, family: ReportFamily): boolean =>
	item.sets.includes(family === 'lostEvents' ? 'event' : 'full');

/** The properties of which churn retention compares the value at installation. */
const installBasis = new Set([
	'prodVersion',
	'prodEdition',
	'prodBuild',
	'prodLanguage',
	'licenseType',
	'osLanguage',
	...customNames,
]);

/**
 * The specification lists the properties that churn retention compares at installation, and those that the advanced
 * report compares by their current value. For properties on neither list (licenseStatus, os, geography) this is the
 * default of a sandbox option.
 */
export function basisOf(item: Property, family: ReportFamily): Basis {
	if (family === 'engagement') return installBasis.has(item.name) ? 'install' : 'current';
	if (family === 'advanced') return item.history ? 'event' : 'current';
	return 'current';
}
