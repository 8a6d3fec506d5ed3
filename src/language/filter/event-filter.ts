import type {EventReference} from '../../contract/event-reference.ts';
import type {EventCountFilter} from '../../contract/filter-schemas.ts';
import {explainEvent, printEvent} from '../events/print-event.ts';
import {readEvent, rejectAfterEvent} from '../events/read-event.ts';
import type {Target} from '../properties/catalog.ts';
import type {Cursor} from '../source/cursor.ts';
import {fail} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';
import {readBound, readQuantity} from '../values/numbers.ts';
import {omitUndefinedEnds} from '../values/range-ends.ts';
import {rejectValueStart} from '../values/text-list.ts';
import {foldClauses, type Kind} from './filter-kind.ts';
import {intervalClause, printBounds} from './interval-filter.ts';
import {isEqual, isOperatorAhead, readOperator, rejectOperator, requireCall} from './operators.ts';

/** Filters on the usage count of an event or a sum of events (docs/language.md#event-use). */

export type EventCountModel = {
	readonly kind: 'eventCount';
	readonly event: EventReference;
	readonly min?: number;
	readonly max?: number;
};

const rejectSecond = foldClauses<EventCountModel>((_, __, {span}) =>
	fail(span, 'usage-one', 'a filter can have only one lifetimeEventUsage', {
		help: 'to count several events together, add them up: lifetimeEventUsage(A/x + B/y)>=5',
	}),
);

type Bounds = {readonly min?: number | undefined; readonly max?: number | undefined};

const boundsOf = ({min, max}: Bounds) =>
	min !== undefined && min === max ? {value: min} : omitUndefinedEnds(min, max);

export const eventFilter: Kind<EventCountModel, EventCountFilter> = {
	read: readEventCount,
	toJson: (_, {event, min, max}) => ({...event, ...omitUndefinedEnds(min, max)}),
	print: ({name}, json) => `${name}(${printEvent(json)})${printBounds(boundsOf(json), undefined)}`,
	explain(_, model) {
		const isOpen = model.min === undefined && model.max === undefined;
		const count = intervalClause({}, {kind: 'number', null: false, ...boundsOf(model)});
		const counted = isOpen ? 'has no lower or upper limit' : count;
		return `The lifetime usage of ${explainEvent(model.event)} ${counted}`;
	},
	joinAnd: rejectSecond,
	joinOr: rejectSecond,
	finish(_, model, warn) {
		if (model.min === undefined && model.max === undefined) {
			warn('no-count', 'event usage without a count is not documented; write >=1');
		}
		return model;
	},
};

/** Reads `lifetimeEventUsage(Export/PDF + Export/XPS)>=10`. */
function readEventCount(cursor: Cursor, target: Target, name: Span): EventCountModel {
	requireCall(cursor, target, name, 'an event', 'category/name');
	cursor.open();
	const event = readEvent(cursor);
	cursor.close(() => rejectAfterEvent(cursor));
	if (!isOperatorAhead(cursor)) {
		cursor.expects('operator', target);
		return {kind: 'eventCount', event};
	}
	const {operator, span} = readOperator(cursor, target);
	cursor.skipLines().expects('number', target);
	if (operator === '~' || operator === 'is')
		return rejectOperator(cursor, {operator, span}, {expected: ["'='", "'>='", "'<='", "'in'"]});
	if (cursor.atEnd || cursor.atNewline) rejectValueStart(cursor, target);
	const measure = {name: 'the number of uses', whole: true};
	const {
		value,
		min = value,
		max = value,
	} = isEqual(operator) ? readQuantity(cursor, measure) : readBound(cursor, measure, operator);
	return {kind: 'eventCount', event, ...omitUndefinedEnds(min, max)};
}
