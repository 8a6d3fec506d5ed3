import {isInReport} from '../../contract/properties.ts';
import {nearNames} from '../../text/near-names.ts';
import {Cursor, type Setting} from '../source/cursor.ts';
import type {Span} from '../source/source-text.ts';
import {shorten} from '../values/quoting.ts';
import {type Catalog, type Field, keyCatalog, reportCatalog, type Target, targetName} from './catalog.ts';

/** Common words for properties whose names no spelling correction would find. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map([
	['version', ['prodVersion', 'os.version']],
	['language', ['prodLanguage', 'osLanguage']],
	['memory', ['ram']],
	['mem', ['ram']],
	['cpus', ['cpuCores']],
	['monitors', ['displayCount']],
	['screens', ['displayCount']],
	['sessions', ['lifetimeSessionCount']],
	['runtime', ['lifetimeRuntimeMinutes']],
	['dpi', ['screenPpi']],
	['lastseen', ['dateLastSeen']],
	['license', ['licenseType', 'licenseStatus', 'licenseKey']],
	['region', ['geography.continent']],
	['campaign', ['outreachDeliveries']],
	['campaigns', ['outreachDeliveries']],
	['event', ['lifetimeEventUsage']],
	['bits', ['osWordLength']],
	['quota', ['overQuotaCount']],
]);

export type Named = {readonly word: string; readonly span: Span; readonly target?: Target};

/** Does not move the cursor. The name may be a friendly name, with or without quotes. */
export function nameAt(cursor: Cursor): Named {
	const {targets, titles} = cursor.setting.catalog;
	// A colon after the name, as in other languages, gets a better message later.
	const word = beforeColon(cursor.word());
	const target = targets.get(word.toLowerCase());
	for (const {text, length} of titleCandidates(cursor.text.slice(cursor.at, cursor.at + longestTitle))) {
		const titled = titles.get(text.toLowerCase()) ?? ownTarget(cursor, text);
		if (titled) return {word: text, span: cursor.here(length), target: titled};
	}
	return {word, span: cursor.here(word.length), ...(target ? {target} : {})};
}

function ownTarget({setting}: Cursor, text: string): Target | undefined {
	const {catalog, context} = setting;
	const [, name] = [...(context.ownNames ?? [])].find(([own]) => own.toLowerCase() === text.toLowerCase()) ?? [];
	return name === undefined ? undefined : catalog.targets.get(name.toLowerCase());
}

/** Looks up a text that is a property name as a whole. Throws CliError (usage) if there is no such property. */
export function resolveTarget(property: string, setting: Setting, name = '<property>'): Target {
	const cursor = new Cursor({name, text: property}, setting);
	const {target, span} = nameAt(cursor);
	if (target && span.end === property.length) return target;
	const own = ownTarget(cursor, property);
	if (own) return own;
	return rejectUnknown(cursor, property, cursor.span(0, property.length));
}

const beforeColon = (word: string) => (word.includes(':') ? word.slice(0, word.indexOf(':')) : word);

const longestTitle = 40;

/** Lists possible friendly names at the start of a text: quoted text, or one to four words, longest first. */
function titleCandidates(text: string): {readonly text: string; readonly length: number}[] {
	const quoted = /^(['"])(.*?)\1/.exec(text);
	if (quoted) return [{text: quoted[2] ?? '', length: quoted[0].length}];
	const words = /^[\w.-]+(?: [\w-]+){0,3}/.exec(text)?.[0].split(' ') ?? [];
	return words
		.map((_, index) => words.slice(0, index + 1).join(' '))
		.reverse()
		.map(phrase => ({text: phrase, length: phrase.length}));
}

export function nearProperties(word: string, catalog: Catalog): string[] {
	const meant = (synonyms.get(word.toLowerCase()) ?? []).filter(name => catalog.targets.has(name.toLowerCase()));
	return meant.length > 0 ? meant : nearNames(word, catalog.names);
}

export function rejectUnknown(cursor: Cursor, word: string, span: Span): never {
	const {catalog} = cursor.setting;
	const [head = '', ...rest] = word.split('.');
	const parent = catalog.targets.get(head.toLowerCase());
	if (parent && rest.length > 0) return rejectPart(cursor, {parent, head, part: rest.join('.')}, span);
	if (catalog.kind === 'records') return rejectInRecords(cursor, word, span);
	const other = catalog.kind === 'report' ? keyCatalog : reportCatalog;
	const elsewhere = other.targets.get(word.toLowerCase());
	if (elsewhere) {
		const name = targetName(elsewhere);
		const where = whereOf(cursor, name, span);
		const column = where === '' ? `${name}, ` : '';
		const help =
			catalog.kind === 'report'
				? [
						`${name} filters the key registry (keys list), not reports`,
						`to join both: usagectl query "SELECT ${column}geography_country AS country, count(*) AS installations FROM keys JOIN clients USING (licenseKey)${where} GROUP BY ALL ORDER BY installations DESC"`,
					]
				: `${name} filters reports, not the key registry`;
		cursor.fail('unknown-property', `there is no property '${word}'`, {help}, span);
	}
	if (word.includes('/')) {
		const help = `to filter by event usage, write lifetimeEventUsage(${shorten(word)})>=1`;
		cursor.fail('unknown-property', `there is no property '${shorten(word)}'`, {help}, span);
	}
	// In JSON, names are case-sensitive: suggest the right case.
	const suggest = parent ? [targetName(parent)] : nearProperties(word, catalog);
	const help = suggest.length > 0 ? undefined : unknownHelp(word, catalog);
	cursor.fail('unknown-property', `there is no property '${shorten(word)}'`, {suggest, help}, span);
}

/** Returns the condition in SQL, if it compares with a number. */
function whereOf({text}: Cursor, name: string, span: Span): string {
	const [, condition] = /^\s*((?:[<>]=?|=)\s*\d+)(?![\w.-])/.exec(text.slice(span.end)) ?? [];
	return condition === undefined ? '' : ` WHERE ${name} ${condition}`;
}

function rejectInRecords(cursor: Cursor, word: string, span: Span): never {
	const {catalog} = cursor.setting;
	const parts = catalog.names.filter(name => name.startsWith(`${word.split('.')[0]}.`));
	const suggest = parts.length > 0 ? parts : nearProperties(word, catalog);
	const elsewhere = reportCatalog.targets.get(word.toLowerCase());
	const message = elsewhere
		? `${targetName(elsewhere)} is a property of reports only`
		: `there is no property '${shorten(word)}'`;
	const help = [`the properties of records are ${catalog.names.join(', ')}`, '--where takes any column, in SQL'];
	return cursor.fail('unknown-property', message, {suggest, help: suggest.length > 0 ? undefined : help}, span);
}

function unknownHelp(word: string, {kind, names}: Catalog): string | readonly string[] {
	if (kind === 'keys') return `key filters have the properties ${names.join(', ')}`;
	const load = "run usagectl props list to load the product's own properties";
	return /^\w+$/.test(word) ? [load, `to send it anyway, add --any-property ${word}:text`] : load;
}

function rejectPart(
	cursor: Cursor,
	{parent: {field}, head, part}: {readonly parent: Target; readonly head: string; readonly part: string},
	span: Span,
): never {
	const place = {...span, start: span.start + head.length + 1};
	const noun = field.kind === 'flags' ? 'flag' : 'part';
	const near = nearNames(part, field.parts).map(name => `${field.name}.${name}`);
	const advice =
		near.length > 0
			? {suggest: near}
			: field.parts.length > 0
				? {expected: field.parts.map(name => `${field.name}.${name}`)}
				: {help: `write ${field.name} alone`};
	return cursor.fail('unknown-level', `${field.name} has no ${noun} '${shorten(part)}'`, advice, place);
}

const lostEventSet =
	'event reports on lost installations support prodVersion, prodEdition, prodBuild, prodLanguage, licenseType, formFactor, ' +
	'os*, cpu*, displayCount, ram, resolution*, lifetimeRuntimeMinutes, lifetimeSessionCount, licenseKey, licenseStatus, ' +
	'geography, gpu, optOut, backOff';

export function rejectWithoutLevel(cursor: Cursor, {name, parts}: Field, span: Span): never {
	return cursor.fail('expected-level', `${name} needs a part`, {expected: parts.map(part => `${name}.${part}`)}, span);
}

/** Rejects a property that the report does not support (docs/service.md#filter-sets). */
export function checkReport(cursor: Cursor, {field}: Target, span: Span): void {
	const {report} = cursor.setting.context;
	if (!field.property || !report?.family || isInReport(field.property, report.family)) return;
	cursor.fail('not-in-report', `${field.name} cannot be used in ${report.command}`, {help: lostEventSet}, span);
}
