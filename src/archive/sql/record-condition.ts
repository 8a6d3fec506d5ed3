import {newerMembers, newerNames} from '../../contract/newer-names.ts';
import type {AlternativesModel} from '../../language/filter/alternatives.ts';
import type {FilterModel, Model} from '../../language/filter/filter-model.ts';
import type {LevelsModel} from '../../language/filter/hierarchy-filter.ts';
import type {IntervalModel} from '../../language/filter/interval-filter.ts';
import type {TextModel} from '../../language/filter/text-filter.ts';
import {matchAll} from '../../language/values/regex.ts';
import {toColumn} from '../record-columns.ts';
import type {Dialect} from './dialects.ts';

/**
 * Turns a parsed `--filter` into a condition on the columns of records with the same meaning as in reports: values are
 * compared exactly, a regular expression matches part of a value, and an empty cell is null. Each value becomes a
 * literal.
 */

const joinWithOr = (conditions: readonly string[]) =>
	conditions.length > 0 ? `(${conditions.join(' OR ')})` : 'false';
const joinWithAnd = (conditions: readonly string[]) => `(${conditions.join(' AND ')})`;

type Text = Pick<TextModel, 'values' | 'regex' | 'null'> & {readonly notNull?: boolean | undefined};

/** An empty text is null, so no value equals it. */
function getTextCondition(
	{textLiteral, matches}: Dialect,
	cell: string,
	{values, regex, null: isNull, notNull}: Text,
): string {
	const isGiven = `${cell} <> ''`;
	const literals = values.filter(value => typeof value === 'string').map(textLiteral);
	const alternatives = [
		...(isNull ? [`${cell} = ''`] : []),
		...(regex === matchAll || notNull ? [isGiven] : []),
		...(regex !== undefined && regex !== matchAll ? [joinWithAnd([isGiven, matches(cell, regex)])] : []),
		...(literals.length > 0 ? [joinWithAnd([isGiven, `${cell} IN (${literals.join(', ')})`])] : []),
	];
	return joinWithOr(alternatives);
}

/** An engine would accept more as numbers, such as `NaN`. */
const numberPattern = '^[+-]?[0-9]+([.][0-9]+)?$';

function getNumberCondition(
	{matches, toNumber}: Dialect,
	cell: string,
	{value, min, max, null: isNull, notNull}: IntervalModel,
): string {
	const bounds = [
		...(value === undefined ? [] : [`= ${Number(value)}`]),
		...(min === undefined ? [] : [`>= ${Number(min)}`]),
		...(max === undefined ? [] : [`<= ${Number(max)}`]),
	].map(bound => `${toNumber(cell)} ${bound}`);
	return joinWithOr([
		...(isNull ? [`${cell} = ''`] : []),
		...(notNull ? [`${cell} <> ''`] : []),
		...(bounds.length > 0 ? [joinWithAnd([matches(cell, numberPattern), ...bounds])] : []),
	]);
}

const newerFlags = newerMembers(newerNames);

/** Newer servers use other names for some flags. */
const getFlagColumns = (property: string, flag: string): readonly string[] =>
	[flag, newerFlags.get(flag) ?? flag].map(name => toColumn(`${property}.${name}`));

const getCellText = ({quoteName}: Dialect, column: string) => `coalesce(${quoteName(column)}, '')`;

const getFlagsCondition = (dialect: Dialect, property: string, {alternatives}: AlternativesModel) =>
	joinWithOr(
		alternatives.map(flags =>
			joinWithAnd(
				[...flags].map(([flag, isSet]) =>
					joinWithOr(
						getFlagColumns(property, flag).map(
							column => `${getCellText(dialect, column)} = ${dialect.textLiteral(isSet ? 'Y' : 'N')}`,
						),
					),
				),
			),
		),
	);

/** A state without a value is null in the United States, and does not apply elsewhere (docs/service.md#null). */
const getApplicableCondition = (dialect: Dialect, part: string) =>
	part === 'usState' ? `${getCellText(dialect, toColumn('geography.country'))} = ${dialect.textLiteral('US')}` : 'true';

const getLevelsCondition = (dialect: Dialect, property: string, {levels}: LevelsModel) =>
	joinWithOr(
		[...levels].flatMap(([part, {null: isNull, ...level}]) => {
			const cell = getCellText(dialect, toColumn(`${property}.${part}`));
			return [
				getTextCondition(dialect, cell, {...level, null: false}),
				...(isNull ? [joinWithAnd([`${cell} = ''`, getApplicableCondition(dialect, part)])] : []),
			];
		}),
	);

function getPropertyCondition(dialect: Dialect, property: string, model: Model): string {
	const cell = getCellText(dialect, toColumn(property));
	if (model.kind === 'text') return getTextCondition(dialect, cell, model);
	if (model.kind === 'number') return getNumberCondition(dialect, cell, model);
	if (model.kind === 'flags') return getFlagsCondition(dialect, property, model);
	if (model.kind === 'levels') return getLevelsCondition(dialect, property, model);
	throw new Error(`records have no property of kind ${model.kind}`);
}

export const getFilterConditions = (dialect: Dialect, filter: FilterModel): readonly string[] =>
	[...filter].map(([property, model]) => getPropertyCondition(dialect, property, model));

export const getFilterColumns = (filter: FilterModel): readonly string[] =>
	[...filter].flatMap(([property, model]) => {
		if (model.kind === 'flags')
			return model.alternatives.flatMap(flags => [...flags.keys()].flatMap(flag => getFlagColumns(property, flag)));
		if (model.kind === 'levels')
			return [toColumn('geography.country'), ...[...model.levels.keys()].map(part => toColumn(`${property}.${part}`))];
		return [toColumn(property)];
	});

export const getRegularExpressions = (filter: FilterModel): readonly string[] =>
	[...filter.values()].flatMap(model => (model.kind === 'text' && model.regex !== undefined ? [model.regex] : []));
