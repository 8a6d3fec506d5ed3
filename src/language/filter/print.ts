import type {EventReference} from '../../contract/event-reference.ts';
import type {Catalogue, Field} from '../properties/catalogue.ts';
import {printEvent} from '../values/print-event.ts';
import {plain, printList, printQuoted, type QuoteMark} from '../values/print-text.ts';
import {everything} from '../values/regex.ts';
import type {
	Alternative,
	EventCountModel,
	FilterModel,
	IntervalModel,
	Level,
	LevelsModel,
	Model,
	TextModel,
} from './model.ts';

/** From models to the canonical text (docs/language.md#canonical-text): clauses in API order, joined by and. */
export function printFilter(model: FilterModel, catalogue: Catalogue, mark: QuoteMark = "'"): string {
	const clauses = [...model].flatMap(([name, part]) => {
		const field = catalogue.byName.get(name);
		return field ? [printClause(field, part, {mark, alone: model.size === 1})] : [];
	});
	return clauses.join(' and ');
}

type Style = {readonly mark: QuoteMark; readonly alone: boolean};

function printClause(field: Field, model: Model, style: Style): string {
	const {mark} = style;
	switch (model.kind) {
		case 'text':
			return printText(field, model, mark);
		case 'number':
		case 'date':
			return printInterval(field, model);
		case 'boolean':
			return `${field.name}=${model.value}`;
		case 'flags':
			return `${field.name}(${model.alternatives.map(item => printFlags(item, field.parts)).join(', ')})`;
		case 'levels':
			return printLevels(field, model, style);
		case 'eventCount':
			return printEventCount(field, model, mark);
		case 'campaigns':
			return `${field.name}(${model.alternatives.map(item => printCampaigns(item, mark)).join(', ')})`;
	}
}

const andNull = (isNull: boolean) => (isNull ? ',null' : '');

function printText({name, nullable}: Field, {values, regex, null: isNull}: TextModel, mark: QuoteMark): string {
	if (regex === everything && nullable && !isNull) return `${name} is not null`;
	if (regex !== undefined) return `${name}~${printQuoted(regex, mark)}${andNull(isNull)}`;
	return printLevel(name, {values: values as readonly string[], null: isNull}, mark);
}

const printLevel = (name: string, {values, null: isNull}: Level, mark: QuoteMark) =>
	values.length === 0 ? `${name} is null` : `${name}=${printList(values, mark)}${andNull(isNull)}`;

function printInterval({name, unit}: Field, {value, min, max, null: isNull}: IntervalModel): string {
	const show = (end: number | string) => printNumber(end, unit);
	if (value !== undefined) return `${name}=${show(value)}${andNull(isNull)}`;
	if (min !== undefined && max !== undefined) return `${name}=${show(min)}..${show(max)}${andNull(isNull)}`;
	if (min !== undefined) return `${name}>=${show(min)}${andNull(isNull)}`;
	if (max !== undefined) return `${name}<=${show(max)}${andNull(isNull)}`;
	return `${name} is null`;
}

/** Memory in GB when it is whole GB, else in MB; minutes as min; other units are left out. */
export function printNumber(number: number | string, unit: Field['unit']): string {
	if (typeof number === 'string' || number === 0) return String(number);
	if (unit === 'MB') return number % 1024 === 0 ? `${number / 1024}GB` : `${number}MB`;
	return unit === 'min' ? `${number}min` : String(number);
}

/** Flags of one alternative, in API order. */
export const printFlags = (alternative: Alternative, order: readonly string[]): string =>
	order
		.filter(flag => alternative.has(flag))
		.map(flag => (alternative.get(flag) ? flag : `not ${flag}`))
		.join(' and ');

function printLevels(field: Field, {levels}: LevelsModel, {mark, alone}: Style): string {
	const clauses = [...levels].map(([part, level]) => printLevel(`${field.name}.${part}`, level, mark));
	const text = clauses.join(' or ');
	return clauses.length > 1 && !alone ? `(${text})` : text;
}

function printEventCount({name}: Field, {event, min, max}: EventCountModel, mark: QuoteMark): string {
	const call = `${name}(${printEvent(event as EventReference, mark)})`;
	if (min !== undefined && min === max) return `${call}=${min}`;
	if (min !== undefined && max !== undefined) return `${call}=${min}..${max}`;
	if (min !== undefined) return `${call}>=${min}`;
	return max === undefined ? call : `${call}<=${max}`;
}

const printCampaigns = (alternative: Alternative, mark: QuoteMark) =>
	[...alternative]
		.map(([key, delivered]) => {
			const slash = key.indexOf('/');
			return `${delivered ? '' : 'not '}${key.slice(0, slash)}/${plain(key.slice(slash + 1), mark)}`;
		})
		.join(' and ');
