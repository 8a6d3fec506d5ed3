import type {Cell} from '../store/append-rows.ts';
import type {RowWriter} from '../store/row-writer.ts';
import type {ColumnType} from '../store/table-definition.ts';
import {languageCodes} from './simulation/traits.ts';
import type {StoredColumn} from './stored-columns.ts';
import {customValues, uniqueCustom, uniqueValues} from './values/custom-values.ts';
import {editions, licenseTypes} from './values/editions.ts';
import {dotNets, gpus, javas, machines, noDotNet, screens, virtualMachines} from './values/hardware.ts';
import {productLanguages} from './values/languages.ts';
import {places} from './values/places.ts';
import {releases} from './values/releases.ts';
import {systems} from './values/systems.ts';

/**
 * The columns that each trait of an installation fills. A trait is the index of a value in its table, from 1; 0 is
 * null. Text columns are stored as an ENUM of their values, which is several times faster to write and read than text.
 */

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

const currentCodes = [
	'release',
	'machine',
	'screen',
	'gpu',
	'java',
	'virtualMachine',
	'dotNet',
	'touch',
	'optOut',
	'backOff',
] as const;

/** A column that one trait fills: `code` is the index of the trait, `cells` holds the cell for each of its values. */
export type CodedColumn = StoredColumn & {readonly code: number; readonly cells: Float64Array};

function typeOf(values: readonly Cell[]): ColumnType {
	const nonNull = values.filter(value => value !== null);
	if (nonNull.some(value => typeof value === 'string')) return 'text';
	if (nonNull.some(value => typeof value === 'boolean')) return 'boolean';
	return nonNull.every(Number.isInteger) ? 'integer' : 'number';
}

/** `values` are the cells of the codes from 1; `missing` is the cell of code 0. */
function codedColumn(name: string, code: number, {values, missing = null}: {values: readonly Cell[]; missing?: Cell}) {
	const cells = [missing, ...values];
	const type = typeOf(cells);
	if (type !== 'text')
		return {name, code, type, cells: Float64Array.from(cells, cell => (cell === null ? Number.NaN : Number(cell)))};
	const texts = [...new Set(cells.filter(cell => typeof cell === 'string'))];
	const places = new Map<Cell, number>(texts.map((text, place) => [text, place]));
	return {name, code, type, values: texts, cells: Float64Array.from(cells, cell => places.get(cell) ?? Number.NaN)};
}

const fromMembers =
	<Code extends string>(codes: readonly Code[]) =>
	<Item extends object>(trait: Code, items: readonly Item[], members: Readonly<Record<string, keyof Item>>) =>
		Object.entries(members).map(([name, member]) =>
			codedColumn(name, codes.indexOf(trait), {values: items.map(item => item[member] as Cell)}),
		);
const historyMembers = fromMembers(historyCodes);
const currentMembers = fromMembers(currentCodes);

const history = (name: string, trait: (typeof historyCodes)[number], values: readonly Cell[]) =>
	codedColumn(name, historyCodes.indexOf(trait), {values});
const current = (name: string, trait: (typeof currentCodes)[number], values: readonly Cell[]) =>
	codedColumn(name, currentCodes.indexOf(trait), {values});

/** Creates a column for each flag. The code has one bit per flag. */
const flagColumns = (code: number, names: readonly string[]): readonly CodedColumn[] =>
	names.map((name, bit) => {
		const values = Array.from({length: 2 ** names.length - 1}, (_, index) => ((index + 1) & (1 << bit)) !== 0);
		return codedColumn(name, code, {values, missing: false});
	});

export const historyColumns: readonly CodedColumn[] = [
	...historyMembers('version', releases, {prodVersion: 'version', prodBuild: 'build'}),
	...historyMembers('edition', editions, {prodEdition: 'name'}),
	history('prodLanguage', 'language', productLanguages),
	history('licenseType', 'licenseType', licenseTypes),
	history('osLanguage', 'osLanguage', languageCodes),
	...Object.entries(customValues).map(([name, values], index) => history(name, `custom${index}` as 'custom0', values)),
	history(uniqueCustom, 'unique', uniqueValues),
	...flagColumns(historyCodes.indexOf('flags'), [
		'licenseStatus_activated',
		'licenseStatus_blacklisted',
		'licenseStatus_expired',
		'licenseStatus_whitelisted',
	]),
	...historyMembers('system', systems, {os_platform: 'platform', os_version: 'version', os_edition: 'edition'}),
	...historyMembers('place', places, {
		geography_continent: 'continent',
		geography_country: 'country',
		geography_usState: 'usState',
	}),
];

export const currentColumns: readonly CodedColumn[] = [
	...currentMembers('release', releases, {sdkVersion: 'sdk'}),
	...currentMembers('machine', machines, {
		formFactor: 'formFactor',
		osWordLength: 'osWordLength',
		cpuType: 'cpuType',
		cpuCores: 'cpuCores',
		ram: 'ram',
	}),
	...currentMembers('screen', screens, {
		displayCount: 'displays',
		resolutionWidth: 'width',
		resolutionHeight: 'height',
		screenPpi: 'ppi',
	}),
	...currentMembers('gpu', gpus, {gpu_vendor: 'vendor', gpu_model: 'model'}),
	codedColumn('dotNetVersion', currentCodes.indexOf('dotNet'), {values: dotNets, missing: noDotNet}),
	...currentMembers('java', javas, {
		javaVersion: 0,
		javaVendor: 1,
		javaRuntime: 2,
		javaGraphics: 3,
		javaVmVersion: 4,
		javaVmName: 5,
		javaVmRam: 6,
	}),
	current('vm', 'virtualMachine', virtualMachines),
	current('touchScreen', 'touch', [false, true]),
	...flagColumns(currentCodes.indexOf('optOut'), ['optOut_historical', 'optOut_current']),
	...flagColumns(currentCodes.indexOf('backOff'), ['backOff_historical', 'backOff_current']),
];

export function addCells(writer: RowWriter, columns: readonly CodedColumn[], codes: readonly number[]): void {
	for (const {code, cells} of columns) writer.addCell(cells[codes[code] as number] as number);
}
