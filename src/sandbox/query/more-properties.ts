import {makeProperty} from '../../contract/listed-properties.ts';
import {getProperty, type Property} from '../../contract/properties.ts';
import type {SandboxOptions} from '../options/option-table.ts';

/**
 * Undocumented properties that a product may list (docs/service.md#option-collected). They follow from the columns of
 * an installation, so every report has figures for them.
 */

const category = 'More Properties';
const listed = (dataType: 'string' | 'numeric') =>
	({category, filterType: 'currentData', dataType, ...(dataType === 'numeric' ? {units: 'd'} : {})}) as const;

export const undocumentedProperties: readonly Property[] = [
	makeProperty('majorVersion', 'text', {friendlyName: 'Major version', listed: listed('string')}),
	makeProperty('daysKnown', 'number', {friendlyName: 'Days known', listed: listed('numeric'), nullable: false}),
];

const expressions: Readonly<Record<string, (row: string) => string>> = {
	majorVersion: row => `nullif(split_part(${row}."prodVersion", '.', 1), '')`,
	daysKnown: row => `(${row}."dateLastSeen" - ${row}."dateInstalled")`,
};

/** Returns undefined for properties of the catalog, which are columns. */
export const undocumentedPropertySql = ({name}: Property, row: string): string | undefined => expressions[name]?.(row);

export const findProperty = (name: string, options: SandboxOptions): Property | undefined =>
	getProperty(name) ??
	(options.collected === 'more' ? undocumentedProperties.find(each => each.name === name) : undefined);
