/**
 * Every property that filters, segments and levels may name (docs/service.md#filter-kinds, docs/service.md#filter-sets,
 * docs/service.md#null). The expression language, the sandbox, completion and `help filters` are all built from it.
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

/** The reports that take the property: `full` all that take filters, `event` also the two lost-event reports. */
type ReportSet = 'full' | 'event';

/** The family of a report that takes filters; it decides property set and value basis. */
export type ReportFamily = 'current' | 'lost' | 'lostEvents' | 'engagement' | 'advanced';

/**
 * Which value of an installation a filter compares: at installation, at the time of the event, or the latest known one
 * (docs/service.md#value-basis).
 */
export type Basis = 'install' | 'event' | 'current';

export type Property = {
	readonly name: string;
	readonly friendlyName: string;
	readonly kind: PropertyKind;
	readonly nullable: boolean;
	readonly sets: readonly ReportSet[];
	/** `standard` properties have a history (install, event, current); `currentData` only a latest value. */
	readonly history: boolean;
	/** Group and filter type of the property listing; absent where `/meta/productProperties` does not list it. */
	readonly listed?: {
		readonly category: string;
		readonly filterType: 'standard' | 'currentData';
		readonly dataType: 'string' | 'numeric' | 'special';
		readonly units?: string;
	};
	/** Base unit of numbers: `MB`, `px`, `min`, `ppi` or none. */
	readonly unit?: 'MB' | 'px' | 'min' | 'ppi';
	/** Numbers that are whole by nature. */
	readonly whole?: boolean;
	/** Granularity levels (`os.version`), or flag names (`licenseStatus.activated`). */
	readonly parts?: readonly string[];
	readonly partNames?: readonly string[];
	/** Needs the user permission for license keys. */
	readonly permission?: boolean;
	/** May be used by `segmentBy` and `levels` (levels properties by their dotted parts). */
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

/** C01 to C20, the properties a vendor defines. */
const customNames = Array.from({length: 20}, (_, index) => `C${String(index + 1).padStart(2, '0')}`);

/** Every property, in the order of the specification's table. */
export const properties: readonly Property[] = [
	text('machineId', 'Machine ID', {nullable: true}),
	text('clientId', 'Client ID'),
	text('prodVersion', 'Product Version', {nullable: true, sets: everywhere, history: true, listed: standard(product)}),
	text('prodEdition', 'Product Edition', {nullable: true, sets: everywhere, history: true, listed: standard(product)}),
	text('prodBuild', 'Product Build', {nullable: true, sets: everywhere, history: true, listed: standard(product)}),
	text('prodLanguage', 'Product Language', {
		nullable: true,
		sets: everywhere,
		history: true,
		listed: standard(product),
	}),
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
	number('resolutionWidth', 'Resolution Width', {
		nullable: true,
		sets: everywhere,
		unit: 'px',
		whole: true,
		listed: latest('numeric', 'px'),
	}),
	number('resolutionHeight', 'Resolution Height', {
		nullable: true,
		sets: everywhere,
		unit: 'px',
		whole: true,
		listed: latest('numeric', 'px'),
	}),
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
	flags('optOut', 'Opt-Out', {
		sets: everywhere,
		segmentable: false,
		parts: ['historical', 'current'],
		partNames: ['Ever Opted Out', 'Opted Out'],
	}),
	flags('backOff', 'Back-Off', {
		sets: everywhere,
		segmentable: false,
		parts: ['historical', 'current'],
		partNames: ['Ever Backed Off', 'Backed Off'],
	}),
	property('eventCount')('lifetimeEventUsage', 'Lifetime Event Usage', {segmentable: false}),
	property('campaigns')('outreachDeliveries', 'Outreach Deliveries', {segmentable: false}),
];

const byName = new Map(properties.map(item => [item.name, item]));

/** The property of that exact name, or undefined. */
export const getProperty = (name: string): Property | undefined => byName.get(name);

/** The levels of os, geography or gpu; none of any other name. */
export function levelsOf(name: string): readonly string[] {
	const {kind, parts = []} = getProperty(name) ?? {};
	return kind === 'levels' ? parts : [];
}

/** Property names of one kind, in catalogue order. */
export const propertyNames = (kind: PropertyKind): readonly string[] =>
	properties.filter(item => item.kind === kind).map(item => item.name);

/** True when a report of that family takes a filter on the property (docs/service.md#filter-sets). */
export const isInReport = (item: Property, family: ReportFamily): boolean =>
	item.sets.includes(family === 'lostEvents' ? 'event' : 'full');

/** Properties whose churn-and-engagement filter looks at the install date: the six named ones and C01 to C20. */
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
 * Which value of a property a report's filter looks at. The specification names the install-date properties of churn and
 * engagement and the current-value properties of the advanced report; what it names in neither list (licenseStatus, os,
 * geography) follows the default here and is a decision of the sandbox.
 */
export function basisOf(item: Property, family: ReportFamily): Basis {
	if (family === 'engagement') return installBasis.has(item.name) ? 'install' : 'current';
	if (family === 'advanced') return item.history ? 'event' : 'current';
	return 'current';
}
