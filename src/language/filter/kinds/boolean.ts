import {fail} from '../../source/expression-error.ts';
import {booleanIn, members, nullIn, required, wordIn} from '../../source/json-node.ts';
import type {BooleanModel} from '../model.ts';
import {fold, type Kind} from './kind.ts';

/** Yes or no: `{type, value}` in reports, the plain value in the key registry. */
export const boolean: Kind<BooleanModel> = {
	fromJson({field}, node, besides = []) {
		if (node.cursor.setting.catalogue.kind === 'keys') return {kind: 'boolean', value: booleanIn(node)};
		const found = members(node, ['type', 'value', 'includeNull', ...besides]);
		nullIn(field, found.get('includeNull'));
		const type = found.get('type');
		if (type) wordIn(type, ['boolean']);
		return {kind: 'boolean', value: booleanIn(required(node, found, 'value'))};
	},
	toJson: (_, {value}, catalogue) => (catalogue === 'keys' ? value : {type: 'boolean', value}),
	print: ({name}, {value}) => `${name}=${value}`,
	explain: ({title}, {value}) => `${title} is ${value ? 'yes' : 'no'}`,
	merge: fold(({name}, _, {span}) =>
		fail(span, 'contradiction', `${name} would have to be true and false`, {help: 'leave one of the two out'}),
	),
	unite: fold(({name}, _, __, whole) =>
		fail(whole, 'boolean-two', `${name} is yes or no: one of the two can be asked for`, {
			help: 'leave it out to match both',
		}),
	),
	finish: (_, model) => model,
};
