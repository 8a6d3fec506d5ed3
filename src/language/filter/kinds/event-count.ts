import {eventOf} from '../../events/event-json.ts';
import {explainEvent, printEvent} from '../../events/print-event.ts';
import {fail} from '../../source/expression-error.ts';
import {members, numberIn, rangeIn} from '../../source/json-node.ts';
import {ends} from '../../values/range-ends.ts';
import type {EventCountModel} from '../model.ts';
import {intervalClause, printBounds} from './interval.ts';
import {fold, type Kind} from './kind.ts';

const refuseSecond = fold<EventCountModel>((_, __, {span}) =>
	fail(span, 'usage-one', 'a second lifetimeEventUsage cannot be sent', {
		help: 'the API holds one lifetimeEventUsage per request; counts of several events can be added up: lifetimeEventUsage(A/x + B/y)>=5',
	}),
);

/** A single number where both ends are the same. */
const boundsOf = ({min, max}: EventCountModel) => (min !== undefined && min === max ? {value: min} : ends(min, max));

/** How often an event, or a sum of events, was used (docs/language.md#event-use). */
export const eventCount: Kind<EventCountModel> = {
	fromJson(_, node) {
		const found = members(node, ['category', 'name', 'combiArray', 'min', 'max']);
		const [low, high] = [found.get('min'), found.get('max')];
		const range = rangeIn(node, low && numberIn(low), high && numberIn(high));
		return {kind: 'eventCount', event: eventOf(node, found), ...range};
	},
	toJson: (_, {event, min, max}) => ({...event, ...ends(min, max)}),
	print: ({name}, model, {mark}) =>
		`${name}(${printEvent(model.event, mark)})${printBounds(boundsOf(model), undefined)}`,
	explain(_, model) {
		const isOpen = model.min === undefined && model.max === undefined;
		const count = intervalClause({}, {kind: 'number', null: false, ...boundsOf(model)});
		const counted = isOpen ? 'is counted, without a bound' : count;
		return `The number of uses of ${explainEvent(model.event)} in the lifetime of the installation ${counted}`;
	},
	merge: refuseSecond,
	unite: refuseSecond,
	finish(_, model, warn) {
		if (model.min === undefined && model.max === undefined) {
			warn('no-count', 'the API does not say what event usage without a count means; write >=1');
		}
		return model;
	},
};
