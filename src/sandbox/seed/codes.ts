import {dotNets, gpus, javas, machines, noDotNet, screens, virtualMachines} from './hardware.ts';
import {customValues, editions, licenseTypes, productLanguages, uniqueCustom} from './people.ts';
import {places} from './places.ts';
import {releases} from './releases.ts';
import {systems} from './systems.ts';
import {languageCodes} from './traits.ts';

/**
 * The generator writes numbers; here is what they mean. Columns of integers are much faster to hand to the engine than
 * text, and one statement turns them into the rows of `installation` and `property_span`.
 */

/** What the two raw tables share: one column for each trait that has a history. */
export const historyCodes = [
	'version',
	'edition',
	'licenseType',
	'flags',
	'language',
	'osLanguage',
	'system',
	'place',
	'custom0',
	'custom1',
	'custom2',
	'custom3',
	'custom4',
	'unique4',
] as const;

/** Columns of the raw table behind `property_span`. */
export const spanCodes = ['installation', 'span', 'fromDate', ...historyCodes] as const;

/** Columns of the raw table behind `installation`. */
export const installationCodes = [
	'installation',
	'release',
	'activeDays',
	'sessions',
	'minutes',
	'firstDay',
	'lastDay',
	'clientHigh',
	'clientLow',
	'machineHigh',
	'machineLow',
	'machine',
	'screen',
	'gpu',
	'java',
	'virtualMachine',
	'dotNet',
	'licenseKey',
	'touch',
	'optOut',
	'backOff',
	...historyCodes,
] as const;

/** Variable of the connection that holds the texts of all license keys; a key's number is its place there. */
export const keyList = 'seed_keys';

/** Binds a list of values and gives the text that stands for it in SQL. */
export type Bind = (values: readonly (string | null)[]) => string;
type Expressions = Readonly<Record<string, string>>;

/** A list of numbers from a table of ours, as SQL. */
const numbers = (values: readonly (number | null)[]): string => `[${values.map(value => value ?? 'NULL').join(', ')}]`;
const bit = (column: string, mask: number) => `(${column} & ${mask}) <> 0`;
const hexadecimal = (high: string, low: string) =>
	`printf('%08X%08X', ${high}::BIGINT & 4294967295, ${low}::BIGINT & 4294967295)`;

/** Columns of the properties with a history, from the codes; a place of 0 in a list is null. */
export function historyExpressions(bind: Bind): Expressions {
	const custom = Object.entries(customValues).map(([name, values], index) => [name, `${bind(values)}[custom${index}]`]);
	return {
		prodVersion: `${bind(releases.map(({version}) => version))}[version]`,
		prodBuild: `${bind(releases.map(({build}) => build))}[version]`,
		prodEdition: `${bind(editions.map(({name}) => name))}[edition]`,
		prodLanguage: `${bind(productLanguages)}[language]`,
		licenseType: `${bind(licenseTypes)}[licenseType]`,
		licenseStatus_activated: bit('flags', 1),
		licenseStatus_blacklisted: bit('flags', 2),
		licenseStatus_expired: bit('flags', 4),
		licenseStatus_whitelisted: bit('flags', 8),
		osLanguage: `${bind(languageCodes)}[osLanguage]`,
		os_platform: `${bind(systems.map(({platform}) => platform))}[system]`,
		os_version: `${bind(systems.map(({version}) => version))}[system]`,
		os_edition: `${bind(systems.map(({edition}) => edition))}[system]`,
		geography_continent: `${bind(places.map(({continent}) => continent))}[place]`,
		geography_country: `${bind(places.map(({country}) => country))}[place]`,
		geography_usState: `${bind(places.map(({usState}) => usState))}[place]`,
		...Object.fromEntries(custom),
		[uniqueCustom]: `CASE WHEN unique4 > 0 THEN printf('user-%X', unique4) END`,
	};
}

/** Columns of the properties that have only a latest value. */
export function currentExpressions(bind: Bind): Expressions {
	const java = (index: number) => `${bind(javas.map(row => (row[index] ?? null) as string | null))}[java]`;
	return {
		clientId: hexadecimal('clientHigh', 'clientLow'),
		machineId: `CASE WHEN machineHigh <> 0 THEN ${hexadecimal('machineHigh', 'machineLow')} END`,
		activeDays: 'activeDays',
		sdkVersion: `${bind(releases.map(({sdk}) => sdk))}[release]`,
		lifetimeSessionCount: 'sessions',
		lifetimeRuntimeMinutes: 'minutes',
		dateInstalled: 'firstDay',
		dateLastSeen: 'lastDay',
		formFactor: `${bind(machines.map(({formFactor}) => formFactor))}[machine]`,
		osWordLength: `${bind(machines.map(({osWordLength}) => osWordLength))}[machine]`,
		cpuType: `${bind(machines.map(({cpuType}) => cpuType))}[machine]`,
		cpuCores: `${numbers(machines.map(({cpuCores}) => cpuCores))}[machine]`,
		ram: `${numbers(machines.map(({ram}) => ram))}[machine]`,
		displayCount: `${numbers(screens.map(({displays}) => displays))}[screen]`,
		resolutionWidth: `${numbers(screens.map(({width}) => width))}[screen]`,
		resolutionHeight: `${numbers(screens.map(({height}) => height))}[screen]`,
		screenPpi: `${numbers(screens.map(({ppi}) => ppi))}[screen]`,
		gpu_vendor: `${bind(gpus.map(({vendor}) => vendor))}[gpu]`,
		gpu_model: `${bind(gpus.map(({model}) => model))}[gpu]`,
		dotNetVersion: `coalesce(${bind(dotNets)}[dotNet], '${noDotNet}')`,
		javaVersion: java(0),
		javaVendor: java(1),
		javaRuntime: java(2),
		javaGraphics: java(3),
		javaVmVersion: java(4),
		javaVmName: java(5),
		javaVmRam: `${numbers(javas.map(row => row[6]))}[java]`,
		vm: `${bind(virtualMachines)}[virtualMachine]`,
		licenseKey: `getvariable('${keyList}')[raw.licenseKey]`,
		touchScreen: '[false, true][touch]',
		optOut_historical: bit('optOut', 1),
		optOut_current: bit('optOut', 2),
		backOff_historical: bit('backOff', 1),
		backOff_current: bit('backOff', 2),
	};
}
