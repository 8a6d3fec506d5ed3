import {readValuePages, type ValuePages} from '../../client/pages.ts';
import {getProperty} from '../../contract/properties.ts';
import {exitCodes} from '../../errors.ts';
import {compileMatch} from '../../language/compile.ts';
import type {Column, Row} from '../../output/dataset.ts';
import {defineCommand} from '../command.ts';
import {optional, toggle} from '../flag.ts';
import {explainUnknownValues} from '../unknown-names.ts';
import {text} from '../values.ts';
import {findNamed, type NamedProperty, validateFullList} from './property.ts';

const columns: readonly Column[] = [
	{key: 'value', title: 'Value', kind: 'label'},
	{key: 'shortName', title: 'Short name', kind: 'text'},
	{key: 'fullName', title: 'Full name', kind: 'text'},
];

/** The property that a match is checked against; a property of the product's own is text. */
function getMatchedProperty({property, granularity}: NamedProperty): string {
	if (!getProperty(property)) return 'prodVersion';
	return granularity === undefined ? property : `${property}.${granularity}`;
}

async function* toBlocks({pages}: ValuePages): AsyncGenerator<readonly Row[]> {
	for await (const page of pages)
		yield page.map(({value, shortName, fullName}) => [value, shortName ?? null, fullName ?? null]);
}

export const command = defineCommand({
	description: `The values that filters and segments can use. Levels are named with a dot: os.version, geography.country. --match
narrows a long list: ~regex, a pattern with *, or a plain text, which asks whether that very value exists.`,
	examples: [
		{line: 'usagectl --sandbox props values prodVersion', does: 'the versions that were seen'},
		{line: "usagectl --sandbox props values prodVersion --match '4.*'", does: 'those that begin with 4.'},
		{
			line: 'usagectl --sandbox props values geography.country --full-list',
			does: 'every country code the service knows',
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
			match === undefined ? {} : {filter: compileMatch({name: '--match', text: match}, getMatchedProperty(named)).json};
		const query = {...named, ...filter, ...(fullList ? {getFullList: true} : {})};
		const found = readValuePages(await connect(), query, {signal});
		async function* blocks() {
			let isEmpty = true;
			for await (const rows of toBlocks(found)) {
				isEmpty &&= rows.length === 0;
				yield rows;
			}
			const unknown = isEmpty && query.filter ? [{...named, ...query.filter}] : [];
			for (const text of await explainUnknownValues(unknown, context)) await note(text);
			if (found.isCut()) await caveat('the service says that there are more values, but not how to get them');
		}
		return {dataset: {columns, blocks: blocks()}, exit: () => (found.isCut() ? exitCodes.partial : 0)};
	},
});
