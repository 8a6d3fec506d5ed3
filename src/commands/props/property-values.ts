import {defineCommand} from '../../cli/definition/command.ts';
import {optional, toggle} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {readValuePages, type ValuePages} from '../../client/value-pages.ts';
import {meta} from '../../contract/operations/meta.ts';
import {getProperty, levelsOf} from '../../contract/properties.ts';
import {fullListProperties} from '../../contract/request-words.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {compileMatch, resolveProperty} from '../../language/compile-expressions.ts';
import type {MatchFilter} from '../../language/read-match.ts';
import {findRegexError} from '../../language/values/regex.ts';
import type {Column, Order, Row} from '../../output/dataset.ts';
import type {Client} from '../../ports.ts';
import {isVersion} from '../../reports/report-columns.ts';
import {explainUnknownValues} from '../../reports/request/unknown-values.ts';
import {alternatives} from '../../text/wording.ts';

/** A property in the form that propertyValues accepts; `granularity` is the part, for a property with parts. */
type NamedProperty = {readonly property: string; readonly granularity?: string};

function findProperty(word: string): NamedProperty {
	const {property, level} = resolveProperty(word);
	const levels = levelsOf(property).map(each => `${property}.${each}`);
	if (levels.length === 0) return {property};
	if (level === undefined)
		throw new CliError('usage', `${property} needs a part`, {
			hint: `use ${alternatives(levels)}`,
			suggest: levels,
		});
	return {property, granularity: level};
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

async function findListed(word: string, connect: () => Promise<Client>): Promise<string | undefined> {
	const client = await connect();
	const {results} = await client.call(meta.productProperties, {});
	const listed = results.flatMap(group => group.properties);
	const found = listed.find(({name}) => same(name, word)) ?? listed.find(({friendlyName}) => same(friendlyName, word));
	return found?.name;
}

/**
 * Finds a property by name or friendly name, first in the catalog, then at the service, since products have properties of their
 * own (docs/service.md#properties). Throws CliError (usage) with the nearest names.
 */
async function findNamed(word: string, connect: () => Promise<Client>): Promise<NamedProperty> {
	try {
		return findProperty(word);
	} catch (error) {
		if (!(error instanceof CliError) || error.details.code !== 'unknown-property') throw error;
		const property = await findListed(word, connect);
		if (property === undefined) throw error;
		return {property};
	}
}

function validateFullList({property}: NamedProperty): void {
	if (fullListProperties.includes(property)) return;
	throw new CliError('usage', `--full-list does not apply to ${property}`, {
		hint: `use it with ${alternatives(fullListProperties)}`,
	});
}

const value: Column = {key: 'value', title: 'Value', kind: 'label'};
const columns: readonly Column[] = [
	value,
	{key: 'shortName', title: 'Short name', kind: 'text', hiddenWhenEmpty: true},
	{key: 'fullName', title: 'Full name', kind: 'text', hiddenWhenEmpty: true},
];

/** Sorts versions; other values keep the order of the service. */
const order: Order = {levels: [{keys: ['value']}], size: 'value'};
const orderOf = (property: string) =>
	isVersion(property) ? {columns: columns.with(0, {...value, isVersion: true}), order} : {columns};

/** The service cannot match geography (docs/service.md#property-values), so the few codes and names are matched here. */
const isNarrowedHere = ({property}: NamedProperty) => property === 'geography';

/** Returns the property whose type decides how `--match` is read; properties outside the catalog are text. */
const nameOf = ({property, granularity}: NamedProperty): string =>
	granularity === undefined ? property : `${property}.${granularity}`;

function getMatchedProperty(named: NamedProperty): string {
	return !getProperty(named.property) || isNarrowedHere(named) ? 'prodVersion' : nameOf(named);
}

/** Tests a row by its code or one of its names; a text matches part of a name. Throws CliError (usage). */
function createMatcher({type, value}: MatchFilter): (row: Row) => boolean {
	const low = value.toLowerCase();
	const fault = type === 'regex' ? findRegexError(value) : undefined;
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
	description: `Lists the values of a property, for use in filters and segments. Name a part with a dot: os.version, geography.country.
--match accepts a regular expression (~regex), a pattern with *, or plain text. Plain text matches a whole value, or any part
of the name of a country, continent or state.`,
	examples: [
		{line: 'usagectl props values prodVersion', caption: 'all product versions'},
		{line: "usagectl props values prodVersion --match '4.*'", caption: 'product versions that begin with 4.'},
		{
			line: 'usagectl props values geography.country --full-list',
			caption: 'all country codes, including those without installations',
		},
	],
	takes: [...requestGroups, 'rows', 'strict'],
	flags: {
		match: optional({
			flags: '--match <match>',
			summary: 'Show only matching values: ~regex, a pattern with *, or plain text',
			parse: text,
			complete: 'propertyValue',
		}),
		fullList: toggle({
			flags: '--full-list',
			rare: true,
			summary: 'For os, osLanguage and geography: include values that were never collected',
		}),
	},
	args: [{name: '<property>', summary: 'Property, by name or friendly name as in `props list`', complete: 'property'}],
	product: 'many',
	isQuestion: true,
	columns: () => columns,
	run: async ({match, fullList}, [word = ''], context) => {
		const {connect, signal, caveat, footnote} = context;
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
			for (const text of await explainUnknownValues(unknown, context)) await footnote(text, 'empty');
			if (found.isTruncated())
				await caveat('the service reports that there are more values, but not how to request them', 'partial');
		}
		return {
			dataset: {...orderOf(named.property), blocks: blocks(), about: {title: `Values of ${nameOf(named)}`}},
			exit: () => (found.isTruncated() ? exitCodes.partial : 0),
		};
	},
});
