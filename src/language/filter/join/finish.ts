import {distinctBy} from '../../distinct.ts';
import type {Catalogue, Field} from '../../properties/catalogue.ts';
import type {Remark} from '../../source/fault.ts';
import {regexFault, regexOf} from '../../values/regex.ts';
import type {Alternative, FilterModel, IntervalModel, LevelsModel, Model, TextModel} from '../model.ts';
import {disjunction} from './alternatives.ts';
import type {Part, Parts} from './combine.ts';

/** The last step to a model: patterns become regular expressions, values are kept once, and warnings are given. */

/** The models in API order. */
export function finish(parts: Parts, catalogue: Catalogue, warnings: Remark[]): FilterModel {
	const model = new Map<string, Model>();
	const byName = new Map(parts.map(part => [part.field.name, part]));
	for (const field of catalogue.fields) {
		const part = byName.get(field.name);
		if (part) model.set(field.name, finishPart(part, warnings));
	}
	return model;
}

function finishPart({field, model, span}: Part, warnings: Remark[]): Model {
	const warn = (code: string, message: string) => warnings.push({code, message, span});
	switch (model.kind) {
		case 'text':
			return finishText(field, model, warn);
		case 'number':
		case 'date':
			return finishInterval(field, model);
		case 'levels':
			return finishLevels(field, model, warn);
		case 'eventCount':
			if (model.min === undefined && model.max === undefined) {
				warn('no-count', 'the API does not say what event usage without a count means; write >=1');
			}
			return model;
		case 'flags':
			return {kind: 'flags', alternatives: disjunction([model.alternatives])};
		case 'campaigns':
			return {kind: 'campaigns', alternatives: disjunction([model.alternatives.map(inChannelOrder)])};
		case 'boolean':
			return model;
	}
}

/** In the order of the JSON: by channel, delivered before undelivered. */
function inChannelOrder(alternative: Alternative): Alternative {
	const rank = ([key, delivered]: readonly [string, boolean]) =>
		(key.startsWith('auto/') ? 0 : 2) + (delivered ? 0 : 1);
	return new Map([...alternative].sort((a, b) => rank(a) - rank(b)));
}

type Warn = (code: string, message: string) => void;

function finishText(field: Field, model: TextModel, warn: Warn): TextModel {
	const values = distinctBy(model.values, value => (typeof value === 'string' ? value : `*${value.pattern}`));
	if (values.length < model.values.length) warnTwice(field.name, warn);
	if (values.some(value => typeof value !== 'string')) {
		return {kind: 'text', values: [], regex: regexOf(values), null: model.null};
	}
	warnNeverMatches(field, values as readonly string[], warn);
	if (model.regex !== undefined) warnRegex(model.regex, warn);
	return {...model, values};
}

const warnTwice = (name: string, warn: Warn) => warn('twice', `${name} lists a value twice`);

/** Empty texts and `<NULL>` are stored as null (docs/service.md#null). */
function warnNeverMatches(field: Field, values: readonly string[], warn: Warn): void {
	if (!field.nullable) return;
	const never = values.find(value => value === '' || value === '<NULL>');
	if (never === undefined) return;
	const what = never === '' ? 'the empty text' : "the text '<NULL>'";
	warn('never', `${what} is stored as null and never matches; write ${field.name} is null`);
}

/** Sent as written all the same: the dialect is the server's. */
export function warnRegex(regex: string, warn: Warn): void {
	const fault = regexFault(regex);
	if (fault) warn('regex', `the regular expression '${regex.slice(0, 60)}' looks broken (${fault})`);
}

/** No number property is negative, so `is not null` is at least 0; the key registry wants min smaller than max. */
function finishInterval(field: Field, {known, ...model}: IntervalModel): IntervalModel {
	const {kind, min, max} = model;
	if (known) return {...model, min: 0};
	return field.integer && min !== undefined && min === max ? {kind, value: min, null: model.null} : model;
}

function finishLevels(field: Field, model: LevelsModel, warn: Warn): LevelsModel {
	const levels = [...model.levels].map(([part, level]) => {
		const values = [...new Set(level.values)];
		if (values.length < level.values.length) warnTwice(`${field.name}.${part}`, warn);
		return [part, {...level, values}] as const;
	});
	if (field.name === 'gpu' && levels.length > 1) {
		warn('gpu', 'the API does not say how gpu vendor and model combine; they are sent as alternatives');
	}
	return {kind: 'levels', levels: new Map(levels)};
}
