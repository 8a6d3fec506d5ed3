import type {EventReference} from '../../contract/event-reference.ts';
import type {
	Alternative,
	CampaignsModel,
	EventCountModel,
	FlagsModel,
	IntervalModel,
	LevelsModel,
	Model,
	TextModel,
} from '../filter/model.ts';
import {printNumber} from '../filter/print.ts';
import {type Field, targetTitle} from '../properties/catalogue.ts';
import {alternatives} from '../source/fault.ts';
import {shown} from '../values/quoting.ts';
import {everything} from '../values/regex.ts';

/** One plain sentence for each property of a filter. */

/** `Product Version is 4.1 or 4.2.` */
export function explainModel(field: Field, model: Model): string {
	switch (model.kind) {
		case 'text':
			return `${field.title} ${textClause(model)}.`;
		case 'number':
		case 'date':
			return `${field.title} ${intervalClause(field, model)}.`;
		case 'boolean':
			return `${field.title} is ${model.value ? 'yes' : 'no'}.`;
		case 'flags':
			return `${field.title}: ${flagsClause(field, model)}.`;
		case 'levels':
			return `${levelsClause(field, model)}.`;
		case 'eventCount':
			return `${eventClause(model)}.`;
		case 'campaigns':
			return `${campaignsClause(model)}.`;
	}
}

/** A few of many; the JSON holds them all. */
const most = 8;
const list = (values: readonly string[]) => {
	const some = values.slice(0, most).map(value => (value === '' ? 'the empty text' : `'${shown(value)}'`));
	return values.length > most ? `${some.join(', ')} or one of ${values.length - most} more` : alternatives(some);
};

const orUnknown = (isNull: boolean) => (isNull ? ', or is not known' : '');

function textClause({values, regex, null: isNull}: TextModel): string {
	if (regex === everything) return isNull ? 'is anything, known or not' : 'is known';
	if (regex !== undefined) return `matches the regular expression '${shown(regex)}'${orUnknown(isNull)}`;
	if (values.length === 0) return 'is not known';
	return `is ${list(values as readonly string[])}${orUnknown(isNull)}`;
}

export function intervalClause(
	field: Pick<Field, 'unit'>,
	{kind, value, min, max, null: isNull}: IntervalModel,
): string {
	const show = (end: number | string) => withUnit(end, field.unit);
	const unknown = orUnknown(isNull);
	if (value !== undefined) return `is ${show(value)}${unknown}`;
	if (min !== undefined && max !== undefined) return `is from ${show(min)} to ${show(max)}, both included${unknown}`;
	if (min !== undefined) return `is ${kind === 'date' ? `${min} or later` : `${show(min)} or more`}${unknown}`;
	if (max !== undefined) return `is ${kind === 'date' ? `${max} or earlier` : `${show(max)} or less`}${unknown}`;
	return 'is not known';
}

/** `8 GB`, `600 min`, `1920 px`. */
function withUnit(number: number | string, unit: Field['unit']): string {
	if (typeof number === 'string' || !unit) return String(number);
	const printed = printNumber(number, unit);
	const spaced = printed.replace(/([\d.])([A-Za-z]+)$/, '$1 $2');
	return /[A-Za-z]$/.test(printed) ? spaced : `${number} ${unit}`;
}

const flagWords = (alternative: Alternative) =>
	[...alternative].map(([flag, value]) => (value ? flag : `not ${flag}`)).join(' and ');

function flagsClause(field: Field, {alternatives: all}: FlagsModel): string {
	const words = all.map(flagWords).join(', or ');
	if (field.name === 'licenseStatus') return words;
	// docs/service.md#filter-kinds
	return words.replaceAll('historical', 'ever').replaceAll('current', 'at the last contact');
}

function levelsClause(field: Field, {levels}: LevelsModel): string {
	const clauses = [...levels].map(([part, {values, null: isNull}]) => {
		const title = targetTitle({field, part});
		return `${title} ${textClause({kind: 'text', values, null: isNull})}`;
	});
	return clauses.join(', or ');
}

function eventClause({event, min, max}: EventCountModel): string {
	const count = intervalClause(
		{},
		{
			kind: 'number',
			null: false,
			...(min !== undefined && min === max ? {value: min} : {...bound('min', min), ...bound('max', max)}),
		},
	);
	const counted = min === undefined && max === undefined ? 'is counted, without a bound' : count;
	return `The number of uses of ${explainEvent(event)} in the lifetime of the installation ${counted}`;
}
const bound = (name: 'min' | 'max', value: number | undefined) => (value === undefined ? {} : {[name]: value});

/** `the event PDF (category Export)`, or several added up. */
export function explainEvent(event: EventReference): string {
	if (!('combiArray' in event)) return `the event ${pair(event)}`;
	const pairs = event.combiArray.slice(0, most).map(pair).join(', ');
	const label = event.combiLabel === undefined ? '' : `, called '${shown(event.combiLabel)}'`;
	return `these events, added up${label}: ${pairs}`;
}

type Pair = {
	readonly categoryType?: string;
	readonly nameType?: string;
	readonly category: string | null;
	readonly name: string;
};
function pair({categoryType, nameType, category, name}: Pair): string {
	const part = (text: string, type: string | undefined) =>
		type === 'regex' ? `matching ${shown(text)}` : `'${shown(text)}'`;
	return `${part(name, nameType)} (${category === null ? 'without a category' : `category ${part(category, categoryType)}`})`;
}

function campaignsClause({alternatives: all}: CampaignsModel): string {
	const words = all.map(alternative =>
		[...alternative]
			.map(([key, delivered]) => `campaign ${shown(key)} was ${delivered ? '' : 'not '}delivered`)
			.join(' and '),
	);
	const text = words.join(', or ');
	return text.charAt(0).toUpperCase() + text.slice(1);
}
