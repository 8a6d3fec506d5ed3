import type {ColumnType} from '../store/columns.ts';
import type {StoredCell, StoredColumn} from '../store/writer.ts';
import type {SeedKey} from './simulation/license-keys.ts';
import {languageCodes} from './simulation/traits.ts';
import {dotNets, gpus, javas, machines, noDotNet, screens, virtualMachines} from './values/hardware.ts';
import {customValues, editions, licenseTypes, productLanguages, uniqueCustom, uniqueValues} from './values/people.ts';
import {places} from './values/places.ts';
import {releases} from './values/releases.ts';
import {systems} from './values/systems.ts';

/**
 * Traits are numbers (the place of a value in its table, from 1; 0 is null); here is which columns they become. Texts of
 * a closed list are stored as their place in it: that is several times faster to write and to read than text.
 */

/** Traits with a history, in the order of their codes. */
const historyCodes = [
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
	'unique',
] as const;

/** Traits with a latest value only, in the order of their codes. */
const currentCodes = [
	'release',
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
] as const;

/** A column that one trait decides: which one of the codes, and what is written for each of its values. */
export type CodedColumn = StoredColumn & {readonly code: number; readonly cells: readonly StoredCell[]};

type Value = string | number | boolean | null;

const typeOf = (values: readonly Value[]): ColumnType => {
	const known = values.filter(value => value !== null);
	if (known.some(value => typeof value === 'string')) return 'text';
	if (known.some(value => typeof value === 'boolean')) return 'boolean';
	return known.every(Number.isInteger) ? 'integer' : 'number';
};

const codedBy =
	<Code extends string>(codes: readonly Code[]) =>
	/** `values` stand for the codes from 1; code 0 becomes `missing`. */
	(name: string, trait: Code, values: readonly Value[], missing: Value = null): CodedColumn => {
		const all = [missing, ...values];
		const type = typeOf(all);
		const code = codes.indexOf(trait);
		if (type !== 'text') return {name, code, type, cells: all.map(value => (value === null ? null : Number(value)))};
		const list = [...new Set(all.filter(value => typeof value === 'string'))];
		const place = new Map(list.map((text, index) => [text, index]));
		return {name, code, type, values: list, cells: all.map(value => place.get(value as string) ?? null)};
	};
const history = codedBy(historyCodes);
const current = codedBy(currentCodes);

/** For the n-th of several flags: whether its bit is set in each number from 1. */
const bits = (flags: number, bit: number): readonly boolean[] =>
	Array.from({length: 2 ** flags - 1}, (_, index) => ((index + 1) & (1 << bit)) !== 0);

const licenseFlags = ['activated', 'blacklisted', 'expired', 'whitelisted'];

export const historyColumns: readonly CodedColumn[] = [
	history(
		'prodVersion',
		'version',
		releases.map(({version}) => version),
	),
	history(
		'prodEdition',
		'edition',
		editions.map(({name}) => name),
	),
	history(
		'prodBuild',
		'version',
		releases.map(({build}) => build),
	),
	history('prodLanguage', 'language', productLanguages),
	history('licenseType', 'licenseType', licenseTypes),
	history('osLanguage', 'osLanguage', languageCodes),
	...Object.entries(customValues).map(([name, values], index) => history(name, `custom${index}` as 'custom0', values)),
	history(uniqueCustom, 'unique', uniqueValues),
	...licenseFlags.map((flag, bit) => history(`licenseStatus_${flag}`, 'flags', bits(4, bit), false)),
	history(
		'os_platform',
		'system',
		systems.map(({platform}) => platform),
	),
	history(
		'os_version',
		'system',
		systems.map(({version}) => version),
	),
	history(
		'os_edition',
		'system',
		systems.map(({edition}) => edition),
	),
	history(
		'geography_continent',
		'place',
		places.map(({continent}) => continent),
	),
	history(
		'geography_country',
		'place',
		places.map(({country}) => country),
	),
	history(
		'geography_usState',
		'place',
		places.map(({usState}) => usState),
	),
];

const javaNames = [
	'javaVersion',
	'javaVendor',
	'javaRuntime',
	'javaGraphics',
	'javaVmVersion',
	'javaVmName',
	'javaVmRam',
];

const currentTraits: readonly CodedColumn[] = [
	current(
		'sdkVersion',
		'release',
		releases.map(({sdk}) => sdk),
	),
	current(
		'formFactor',
		'machine',
		machines.map(({formFactor}) => formFactor),
	),
	current(
		'osWordLength',
		'machine',
		machines.map(({osWordLength}) => osWordLength),
	),
	current(
		'cpuType',
		'machine',
		machines.map(({cpuType}) => cpuType),
	),
	current(
		'cpuCores',
		'machine',
		machines.map(({cpuCores}) => cpuCores),
	),
	current(
		'ram',
		'machine',
		machines.map(({ram}) => ram),
	),
	current(
		'displayCount',
		'screen',
		screens.map(({displays}) => displays),
	),
	current(
		'resolutionWidth',
		'screen',
		screens.map(({width}) => width),
	),
	current(
		'resolutionHeight',
		'screen',
		screens.map(({height}) => height),
	),
	current(
		'screenPpi',
		'screen',
		screens.map(({ppi}) => ppi),
	),
	current(
		'gpu_vendor',
		'gpu',
		gpus.map(({vendor}) => vendor),
	),
	current(
		'gpu_model',
		'gpu',
		gpus.map(({model}) => model),
	),
	current('dotNetVersion', 'dotNet', dotNets, noDotNet),
	...javaNames.map((name, index) =>
		current(
			name,
			'java',
			javas.map(row => row[index] ?? null),
		),
	),
	current('vm', 'virtualMachine', virtualMachines),
	current('touchScreen', 'touch', [false, true]),
	...['historical', 'current'].map((flag, bit) => current(`optOut_${flag}`, 'optOut', bits(2, bit), false)),
	...['historical', 'current'].map((flag, bit) => current(`backOff_${flag}`, 'backOff', bits(2, bit), false)),
];

/** Columns of the traits without a history; the keys are those that installations may hold. */
export const currentColumns = (keys: readonly SeedKey[]): readonly CodedColumn[] => [
	...currentTraits,
	current(
		'licenseKey',
		'licenseKey',
		keys.map(({licenseKey}) => licenseKey),
	),
];

/** Adds the cells of the columns to a row, for the codes of its traits. */
export function addCells(row: StoredCell[], columns: readonly CodedColumn[], codes: readonly number[]): void {
	for (const {code, cells} of columns) row.push(cells[codes[code] as number] as StoredCell);
}
