import {basisOf, getProperty, type Property, type ReportFamily} from '../../contract/properties.ts';
import {groupBy} from '../../text/group-by.ts';
import type {LanguageContext} from '../language-context.ts';
import type {Catalog, Field} from '../properties/catalog.ts';
import {note, permissionNotes, unreported} from '../properties/property-notes.ts';
import type {Remark} from '../source/expression-error.ts';
import {matchAll} from '../values/regex.ts';
import type {FilterModel, Model} from './filter-model.ts';

/** Notes for the reader of a filtered result (docs/service.md#value-basis, docs/service.md#null). */

export function filterNotes(model: FilterModel, catalog: Catalog, context: LanguageContext): Remark[] {
	const entries = [...model].flatMap(([name, part]) => {
		const field = catalog.byName.get(name);
		return field ? [{field, part}] : [];
	});
	return [
		...entries.flatMap(({field, part}) => [
			...permissionNotes(field),
			...nullNotes(field, part),
			...valueNotes(field, part),
		]),
		...basisNotes(
			entries.map(({field}) => field),
			context,
		),
	];
}

function withoutNull(field: Field, model: Model): string[] {
	if (!field.nullable) return [];
	if (model.kind === 'levels') {
		return [...model.levels]
			.filter(([, level]) => !level.null && !level.notNull)
			.map(([part]) => `${field.name}.${part}`);
	}
	const isKnown = (model.kind === 'text' && model.regex === matchAll) || ('notNull' in model && model.notNull);
	return 'null' in model && !model.null && !isKnown ? [field.name] : [];
}

function nullNotes(field: Field, model: Model): Remark[] {
	if (model.kind === 'boolean') return unreported(field, 'they are neither yes nor no');
	const left = withoutNull(field, model).map(name => ({
		...note('null', `${name}: installations without a value are left out; add ,null to keep them`),
		lacking: name,
	}));
	const levels = model.kind === 'levels' ? model.levels : undefined;
	const country = levels?.get('country')?.null
		? [
				note(
					'null-country',
					'country is null matches installations with a known continent but no country; for those without any geography, write continent is null',
				),
			]
		: [];
	const state = levels?.get('usState')?.null
		? [note('null-state', 'usState is null matches installations in the US whose state is not known')]
		: [];
	return [...left, ...country, ...state];
}

function valueNotes({unit, name}: Field, model: Model): Remark[] {
	if (model.kind === 'text' && model.regex !== undefined && model.regex !== matchAll) {
		return [note('regex', `${name}: the service decides the dialect of regular expressions`)];
	}
	const floor = model.kind === 'number' ? (model.value ?? model.min) : undefined;
	if (unit !== 'MB' || typeof floor !== 'number' || floor === 0 || floor % 1024 !== 0) return [];
	const nearly = floor / 1024 - 0.5;
	return [
		note('memory', `${name}: machines may report slightly less memory than they have; consider ${name}>=${nearly}GB`),
	];
}

/** Returns undefined if the specification does not say which value is compared. */
function statedBasis(property: Property, family: ReportFamily): string | undefined {
	if (family === 'engagement') {
		return basisOf(property, family) === 'install'
			? 'the value at the time of installation counts'
			: 'the latest known value counts';
	}
	const isCurrent = property.kind === 'number' || (property.kind === 'text' && !property.history);
	return isCurrent ? 'the latest known value counts' : undefined;
}

function basisNotes(fields: readonly Field[], {report}: LanguageContext): Remark[] {
	const family = report?.family;
	if (!family || family === 'current' || fields.length === 0) return [];
	if (family === 'lost' || family === 'lostEvents') {
		return [
			note(
				'basis',
				'the value at the time of loss counts, or the latest known value: the service does not document which',
			),
		];
	}
	const sayBasis = (name: string) => {
		const property = getProperty(name);
		const basis = (property && statedBasis(property, family)) ?? 'the service does not document which value counts';
		// Read as the effect of the feature, this would turn cause and effect around.
		return name.startsWith('lifetime') ? `${basis}: installations that stay have more time to reach it` : basis;
	};
	const names = fields.map(({name}) => name);
	return [...groupBy(names, sayBasis)].map(([basis, own]) => note('basis', `${own.join(', ')}: ${basis}`));
}
