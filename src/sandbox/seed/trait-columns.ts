import type {Cell} from '../store/row-writer.ts';
import type {ColumnType} from '../store/table-definition.ts';
import type {Life} from './simulation/life.ts';
import {backOffBits, optOutBits, touchCode} from './simulation/sdk-flags.ts';
import {languageCodes} from './simulation/traits.ts';
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

/** Texts of a closed list are stored as an ENUM. */
export type StoredColumn = {readonly name: string; readonly type: ColumnType; readonly values?: readonly string[]};

type Trait = (life: Life) => number;
type TraitColumn = StoredColumn & {readonly cell: Trait};

function typeOf(values: readonly Cell[]): ColumnType {
	if (values.some(value => typeof value === 'string')) return 'text';
	if (values.some(value => typeof value === 'boolean')) return 'boolean';
	return values.every(value => value === null || Number.isInteger(value)) ? 'integer' : 'number';
}

/** `values` are the cells of the trait's values from 1; `missing` is the cell of 0. */
function column(name: string, trait: Trait, values: readonly Cell[], missing: Cell = null): TraitColumn {
	const all = [missing, ...values];
	const type = typeOf(all);
	const texts = [...new Set(all.filter(value => typeof value === 'string'))];
	const places = new Map<Cell, number>(texts.map((text, place) => [text, place]));
	const toNumber = (value: Cell) => (type === 'text' ? places.get(value) : value === null ? undefined : Number(value));
	const cells = Float64Array.from(all, value => toNumber(value) ?? Number.NaN);
	return {name, type, cell: life => cells[trait(life)] as number, ...(type === 'text' ? {values: texts} : {})};
}

/** Creates a column for each of some members of the trait's values. */
const members = <Item extends object>(
	trait: Trait,
	items: readonly Item[],
	names: Readonly<Record<string, keyof Item>>,
): readonly TraitColumn[] =>
	Object.entries(names).map(([name, member]) =>
		column(
			name,
			trait,
			items.map(item => item[member] as Cell),
		),
	);

/** Creates a column for each flag. The trait has one bit per flag. */
const flagColumns = (trait: Trait, names: readonly string[]): readonly TraitColumn[] =>
	names.map((name, bit) => {
		const values = Array.from({length: 2 ** names.length - 1}, (_, index) => ((index + 1) & (1 << bit)) !== 0);
		return column(name, trait, values, false);
	});

const knownRelease: Trait = ({release, traits}) => (traits.isVersionUnknown ? 0 : release + 1);

export const historyColumns: readonly TraitColumn[] = [
	...members(knownRelease, releases, {prodVersion: 'version', prodBuild: 'build'}),
	...members(({traits}) => traits.edition, editions, {prodEdition: 'name'}),
	column('prodLanguage', ({traits}) => traits.language, productLanguages),
	column('licenseType', ({licenseType}) => licenseType, licenseTypes),
	column('osLanguage', ({traits}) => traits.osLanguage, languageCodes),
	...Object.entries(customValues).map(([name, values], index) =>
		column(name, ({traits}) => traits.custom[index] as number, values),
	),
	column(uniqueCustom, ({traits}) => traits.unique, uniqueValues),
	...flagColumns(
		({flags}) => flags,
		['licenseStatus_activated', 'licenseStatus_blacklisted', 'licenseStatus_expired', 'licenseStatus_whitelisted'],
	),
	...members(({traits}) => traits.system, systems, {
		os_platform: 'platform',
		os_version: 'version',
		os_edition: 'edition',
	}),
	...members(({traits}) => traits.place, places, {
		geography_continent: 'continent',
		geography_country: 'country',
		geography_usState: 'usState',
	}),
];

export const currentColumns: readonly TraitColumn[] = [
	...members(({release}) => release + 1, releases, {sdkVersion: 'sdk'}),
	...members(({traits}) => traits.machine, machines, {
		formFactor: 'formFactor',
		osWordLength: 'osWordLength',
		cpuType: 'cpuType',
		cpuCores: 'cpuCores',
		ram: 'ram',
	}),
	...members(({traits}) => traits.screen, screens, {
		displayCount: 'displays',
		resolutionWidth: 'width',
		resolutionHeight: 'height',
		screenPpi: 'ppi',
	}),
	...members(({traits}) => traits.gpu, gpus, {gpu_vendor: 'vendor', gpu_model: 'model'}),
	column('dotNetVersion', ({traits}) => traits.dotNet, dotNets, noDotNet),
	...members(({traits}) => traits.java, javas, {
		javaVersion: 0,
		javaVendor: 1,
		javaRuntime: 2,
		javaGraphics: 3,
		javaVmVersion: 4,
		javaVmName: 5,
		javaVmRam: 6,
	}),
	column('vm', ({traits}) => traits.virtualMachine, virtualMachines),
	column('touchScreen', touchCode, [false, true]),
	...flagColumns(optOutBits, ['optOut_historical', 'optOut_current']),
	...flagColumns(backOffBits, ['backOff_historical', 'backOff_current']),
];

export const getCells = (columns: readonly TraitColumn[], life: Life): readonly number[] =>
	columns.map(({cell}) => cell(life));
