import type {Field} from '../../properties/catalogue.ts';
import {fail} from '../../source/fault.ts';
import type {Span} from '../../source/source.ts';
import {checkOrder, ends} from '../../values/range.ts';
import type {IntervalModel} from '../model.ts';
import {fold, keepKnown, refuseBoth} from './terms.ts';

/** Numbers and dates: the API holds one value or one closed range per property. */

const hasEnds = ({value, min, max}: IntervalModel) => value !== undefined || min !== undefined || max !== undefined;
const sameEnds = (a: IntervalModel, b: IntervalModel) => a.value === b.value && a.min === b.min && a.max === b.max;

/** A lower and an upper bound make one range; nothing else can hold at once. */
export const mergeIntervals = fold<IntervalModel>((field, sum, {model, span}) => {
	if (sum.known && !sum.null) return keepKnown(field, model, span);
	if (model.known && !model.null) return keepKnown(field, sum, span);
	refuseUnjoinable(field, sum, model, span);
	const {min = model.min, max = model.max} = sum;
	const help = 'nothing is both: swap the bounds, or run the report once per range';
	checkOrder(span, {min, max}, {unit: field.unit, help});
	return {kind: sum.kind, ...ends(min, max), null: sum.null};
});

/** Only a lower and an upper bound, which agree on null, make one range. */
function refuseUnjoinable(field: Field, sum: IntervalModel, model: IntervalModel, span: Span): void {
	const isBound = (item: IntervalModel) => item.value === undefined && hasEnds(item);
	if (!isBound(sum) || !isBound(model))
		refuseBoth(field, span, `write one value or one range: ${field.name}=low..high`);
	if (sum.min !== undefined && model.min !== undefined) refuseTwoBounds(field, 'lower', span);
	if (sum.max !== undefined && model.max !== undefined) refuseTwoBounds(field, 'upper', span);
	if (sum.null === model.null) return;
	const help = `write it once: ${field.name}=low..high,null`;
	fail(span, 'null-half', `null is allowed by one clause on ${field.name} and excluded by another`, {help});
}

const refuseTwoBounds = (field: Field, which: 'lower' | 'upper', span: Span) =>
	fail(span, 'and-same', `${field.name} has two ${which} bounds, and both would have to hold`, {
		help: `keep the stricter one, or write a range: ${field.name}=low..high`,
	});

/** One range, and null beside it. */
export const uniteIntervals = fold<IntervalModel>((field, sum, {model, span}) => {
	const isNull = sum.null || model.null;
	if (sum.known || model.known) return {kind: sum.kind, null: isNull, known: true};
	if (!hasEnds(model) || sameEnds(sum, model)) return {...sum, null: isNull};
	if (!hasEnds(sum)) return {...model, null: isNull};
	const code = field.kind === 'date' ? 'date-or' : 'number-or';
	const noun = field.kind === 'date' ? 'date' : 'number';
	return fail(span, code, `the API holds one ${noun} or one range for ${field.name}; 'or' would need two`, {
		help: `if the ranges touch, write one: ${field.name}=low..high; otherwise run the report once per range`,
	});
});
