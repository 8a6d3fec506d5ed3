import {defineCommand} from '../../cli/definition/command.ts';
import {optional, toggle} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {explainUnknownValues} from '../../cli/product/unknown-values.ts';
import {readValuePages, type ValuePages} from '../../client/value-pages.ts';
import {getProperty} from '../../contract/properties.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {compileMatch} from '../../language/compile-expressions.ts';
import type {MatchFilter} from '../../language/read-match.ts';
import {regexFault} from '../../language/values/regex.ts';
import type {Column, Order, Row} from '../../output/dataset.ts';
import {isVersion} from '../../reports/report-columns.ts';
import {findNamed, type NamedProperty, validateFullList} from './property.ts';

const value: Column = {key: 'value', title: 'Value', kind: 'label'};
const columns: readonly Column[] = [
	value,
	{key: 'shortName', title: 'Short name', kind: 'text', hiddenWhenEmpty: true},
	{key: 'fullName', title: 'Full name', kind: 'text', hiddenWhenEmpty: true},
];

/** Versions in their order; all else as the service has it. */
const order: Order = {levels: [{keys: ['value']}], size: 'value'};
const orderOf = (property: string) =>
	isVersion(property) ? {columns: columns.with(0, {...value, isVersion: true}), order} : {columns};

/** docs/service.md#property-values: the service cannot narrow these, which are few, so their codes and names are looked at here. */
const isNarrowedHere = ({property}: NamedProperty) => property === 'geography';

/** The property that a match is checked against; a property of the product's own is text. */
function getMatchedProperty(named: NamedProperty): string {
	const {property, granularity} = named;
	if (!getProperty(property) || isNarrowedHere(named)) return 'prodVersion';
	return granularity === undefined ? property : `${property}.${granularity}`;
}

/** Says of a row whether its code or one of its names matches; of a text a part of a name does. Throws CliError of kind usage. */
function createMatcher({type, value}: MatchFilter): (row: Row) => boolean {
	const low = value.toLowerCase();
	const fault = type === 'regex' ? regexFault(value) : undefined;
	if (fault !== undefined)
		throw new CliError('usage', `--match: ${value} is not a regular expression: ${fault}`, {
			hint: "give a part of a name, or a pattern such as 'G*'",
		});
	const pattern = type === 'regex' ? new RegExp(value.replace(/^\(\?[a-z]+\)/, ''), 'i') : undefined;
	return ([code, ...names]) => {
		if (pattern) return [code, ...names].some(text => typeof text === 'string' && pattern.test(text));
		return (
			String(code).toLowerCase() === low ||
			names.some(name =>
				String(name ?? '')
					.toLowerCase()
					.includes(low),
			)
		);
	};
}

async function* toBlocks({pages}: ValuePages): AsyncGenerator<readonly Row[]> {
	for await (const page of pages)
		yield page.map(({value, shortName, fullName}) => [value, shortName ?? null, fullName ?? null]);
}

export const command = defineCommand({
	description: `The values that filters and segments can use. Levels are named with a dot: os.version, geography.country. --match
narrows a long list: ~regex, a pattern with *, or a plain text, which asks whether that very value exists; of countries, continents
and states a part of the name will do.`,
	examples: [
		{line: 'usagectl props values prodVersion', caption: 'the versions that were seen'},
		{line: "usagectl props values prodVersion --match '4.*'", caption: 'those that begin with 4.'},
		{
			line: 'usagectl props values geography.country --full-list',
			caption: 'every country code the service knows',
		},
	],
	flags: {
		match: optional({
			flags: '--match <match>',
			summary: '~regex, pattern with *, or a text that must exist',
			parse: text,
			complete: 'propertyValue',
		}),
		fullList: toggle({flags: '--full-list', summary: 'also what was never collected (os, osLanguage, geography)'}),
	},
	args: [{name: '<property>', summary: 'a name or friendly name of props list', complete: 'property'}],
	product: 'many',
	columns: () => columns,
	run: async ({match, fullList}, [word = ''], context) => {
		const {connect, signal, caveat, note} = context;
		const named = await findNamed(word, connect);
		if (fullList) validateFullList(named);
		const filter =
			match === undefined ? undefined : compileMatch({name: '--match', text: match}, getMatchedProperty(named)).json;
		const isHere = isNarrowedHere(named);
		const query = {...named, ...(filter && !isHere ? {filter} : {}), ...(fullList ? {getFullList: true} : {})};
		const matches = filter && isHere ? createMatcher(filter) : () => true;
		const found = readValuePages(await connect(), query, {signal});
		async function* blocks() {
			let isEmpty = true;
			for await (const page of toBlocks(found)) {
				const rows = page.filter(matches);
				isEmpty &&= rows.length === 0;
				yield rows;
			}
			const unknown = isEmpty && filter ? [{...named, ...filter}] : [];
			for (const text of await explainUnknownValues(unknown, context)) await note(text);
			if (found.isCut()) await caveat('the service says that there are more values, but not how to get them');
		}
		return {
			dataset: {...orderOf(named.property), blocks: blocks()},
			exit: () => (found.isCut() ? exitCodes.partial : 0),
		};
	},
});
