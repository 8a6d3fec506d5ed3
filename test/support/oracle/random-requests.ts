import fc from 'fast-check';
import {type Installation, isoOf} from './model.ts';

/** Random requests over the values that a product really has, so that most of them select something. */

const texts =
	'machineId clientId prodVersion prodEdition prodBuild prodLanguage licenseType formFactor osLanguage osWordLength cpuType dotNetVersion javaVersion javaVendor javaRuntime javaGraphics javaVmVersion javaVmName vm C01 C02 C07 C20 licenseKey'.split(
		' ',
	);
const nullableTexts = new Set(
	'prodVersion prodEdition prodBuild prodLanguage machineId formFactor vm cpuType javaVersion javaVmVersion javaVmName javaVendor javaRuntime javaGraphics osLanguage licenseKey C01 C02 C07 C20'.split(
		' ',
	),
);
const numbers =
	'cpuCores displayCount ram resolutionWidth resolutionHeight lifetimeRuntimeMinutes lifetimeSessionCount screenPpi javaVmRam'.split(
		' ',
	);
const nullableNumbers = new Set('cpuCores ram resolutionWidth resolutionHeight'.split(' '));
const levels = {
	os: ['platform', 'version', 'edition'],
	geography: ['continent', 'country', 'usState'],
	gpu: ['vendor', 'model'],
} as const;
const flagNames = {
	licenseStatus: ['activated', 'blacklisted', 'expired', 'whitelisted'],
	optOut: ['historical', 'current'],
	backOff: ['historical', 'current'],
} as const;

/** Not in the event reports' set. */
const fullOnly = new Set(
	'machineId clientId dotNetVersion javaVersion javaVendor javaRuntime javaGraphics javaVmVersion javaVmName vm C01 C02 C07 C20 screenPpi javaVmRam dateInstalled dateLastSeen touchScreen lifetimeEventUsage outreachDeliveries'.split(
		' ',
	),
);

// biome-ignore lint/suspicious/noExplicitAny: wire JSON of many shapes
type Wire = any;

const escapeRegex = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');

export type Vocabulary = {
	readonly filter: fc.Arbitrary<Record<string, Wire>>;
	readonly eventFilter: fc.Arbitrary<Record<string, Wire>>;
	readonly segments: fc.Arbitrary<{readonly property: string; readonly segments: readonly Wire[]}>;
	readonly eventReference: fc.Arbitrary<Wire>;
	/** Properties with values to be segmented by. */
	readonly valued: fc.Arbitrary<string>;
};

/** A value that nothing has, in the form that the property's values have. */
function absentValue(name: string): string {
	if (name === 'geography.usState') return 'US-ZZ';
	return name.startsWith('geography.') ? 'ZZ' : 'no such value';
}

/** Generators for one product's data. */
export function vocabularyOf(
	installations: readonly Installation[],
	events: readonly {readonly category: string | null; readonly name: string}[],
	campaigns: readonly string[],
): Vocabulary {
	const valuesOf = (name: string) => {
		const found = [
			...new Set(installations.map(one => one.current[name]).filter(value => value !== null && value !== undefined)),
		];
		return fc.constantFrom(...(found.length > 0 ? found : [absentValue(name)]));
	};
	const textValue = (name: string) =>
		fc.oneof(
			{weight: 9, arbitrary: valuesOf(name).map(String)},
			{weight: 1, arbitrary: fc.constant(absentValue(name))},
		);
	const regexOf = (name: string) =>
		valuesOf(name).chain(value =>
			fc.constantFrom(
				`^${escapeRegex(String(value).slice(0, 2))}`,
				`${escapeRegex(String(value).slice(-1))}$`,
				'.*',
				`^(${escapeRegex(String(value))}|x)$`,
				escapeRegex(String(value).slice(1, 3)),
			),
		);
	const someNull = (nullable: boolean) =>
		nullable ? fc.option(fc.boolean(), {nil: undefined, freq: 2}) : fc.constant(undefined);
	const clean = (object: Record<string, Wire>) =>
		Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

	const textFilter = (name: string) =>
		fc
			.tuple(
				fc.oneof(
					fc.record({type: fc.constant('string'), value: textValue(name)}),
					fc.record({type: fc.constant('stringArray'), value: fc.array(textValue(name), {minLength: 1, maxLength: 4})}),
					fc.record({type: fc.constant('regex'), value: regexOf(name)}),
					...(nullableTexts.has(name) ? [fc.constant({includeNull: true})] : []),
				),
				someNull(nullableTexts.has(name)),
			)
			.map(([filter, includeNull]) => clean({includeNull, ...filter}));
	const numberFilter = (name: string) =>
		fc
			.tuple(
				valuesOf(name).map(Number),
				valuesOf(name).map(Number),
				fc.integer({min: 0, max: 4}),
				someNull(nullableNumbers.has(name)),
			)
			.map(([a, b, form, includeNull]) =>
				clean({
					...[
						{type: 'number', value: a},
						{type: 'numberRange', min: Math.min(a, b), max: Math.max(a, b)},
						{type: 'numberRange', min: a},
						{type: 'numberRange', max: a},
						nullableNumbers.has(name) ? {includeNull: true} : {type: 'numberRange', min: a, max: a},
					][form],
					...(form < 4 ? {includeNull} : {}),
				}),
			);
	const levelsFilter = (name: keyof typeof levels) =>
		fc.constantFrom('string', 'stringArray').chain(type =>
			fc
				.tuple(
					...levels[name].map(level => {
						const value =
							type === 'string'
								? textValue(`${name}.${level}`)
								: fc.array(textValue(`${name}.${level}`), {minLength: 1, maxLength: 3});
						return fc.option(
							fc.oneof(value, fc.record({value, includeNull: fc.boolean()}), fc.constant({includeNull: true})),
							{nil: undefined},
						);
					}),
				)
				.filter(parts => parts.some(part => part !== undefined))
				.map(parts => clean({type, ...Object.fromEntries(levels[name].map((level, index) => [level, parts[index]]))})),
		);
	const flagsFilter = (name: keyof typeof flagNames) =>
		fc.array(
			fc
				.subarray([...flagNames[name]])
				.chain(chosen =>
					fc
						.tuple(...chosen.map(() => fc.boolean()))
						.map(on => Object.fromEntries(chosen.map((flag, index) => [flag, on[index]]))),
				),
			{minLength: 1, maxLength: 3},
		);
	const bounds = fc
		.tuple(fc.integer({min: 0, max: 40}), fc.integer({min: 0, max: 200}), fc.integer({min: 0, max: 2}))
		.map(([a, b, form]) => [{min: a}, {max: b}, {min: Math.min(a, b), max: Math.max(a, b)}][form]);
	const single = fc.constantFrom(...events).map(({category, name}) => ({category, name}));
	const combinationItem = fc.oneof(
		single.map(event => ({categoryType: 'string', nameType: 'string', ...event})),
		single
			.filter(({category}) => category !== null)
			.map(({category, name}) => ({
				categoryType: 'regex',
				nameType: 'regex',
				category: `^${escapeRegex(String(category).slice(0, 3))}`,
				name: escapeRegex(name.slice(0, 2)),
			})),
	);
	const combination = fc.array(combinationItem, {minLength: 1, maxLength: 3}).map(combiArray => ({combiArray}));
	const usage = fc.tuple(fc.oneof(single, combination), bounds).map(([event, range]) => ({...event, ...range}));
	const campaignList = fc.subarray([...campaigns], {maxLength: 2});
	const outreach = fc.array(
		fc
			.tuple(fc.subarray(['auto', 'manual'], {minLength: 1}), campaignList, campaignList)
			.map(([kinds, delivered, undelivered]) =>
				Object.fromEntries(kinds.map(kind => [kind, {delivered, undelivered}])),
			),
		{minLength: 1, maxLength: 2},
	);
	const dayText = fc.constantFrom(...installations).map(one => isoOf(one.installed));
	const dateFilter = fc
		.tuple(dayText, dayText, fc.integer({min: 0, max: 3}))
		.map(
			([a, b, form]) =>
				[
					{type: 'date', value: a},
					{type: 'dateRange', min: a < b ? a : b, max: a < b ? b : a},
					{type: 'dateRange', max: a},
					{min: a},
				][form],
		);

	const filters: Record<string, fc.Arbitrary<Wire>> = {
		...Object.fromEntries(texts.map(name => [name, textFilter(name)])),
		...Object.fromEntries(numbers.map(name => [name, numberFilter(name)])),
		dateInstalled: dateFilter,
		dateLastSeen: dateFilter,
		touchScreen: fc.record({type: fc.constant('boolean'), value: fc.boolean()}),
		licenseStatus: flagsFilter('licenseStatus'),
		optOut: flagsFilter('optOut'),
		backOff: flagsFilter('backOff'),
		os: levelsFilter('os'),
		geography: levelsFilter('geography'),
		gpu: levelsFilter('gpu'),
		lifetimeEventUsage: usage,
		outreachDeliveries: outreach,
	};
	const filterOf = (names: readonly string[]) =>
		fc
			.subarray([...names], {minLength: 0, maxLength: 3})
			.chain(chosen =>
				fc
					.tuple(...chosen.map(name => filters[name] as fc.Arbitrary<Wire>))
					.map(values => Object.fromEntries(chosen.map((name, index) => [name, values[index]]))),
			);

	const textSegment = (name: string, nullable: boolean) =>
		fc.oneof(
			textValue(name).map(value => ({type: 'string', value})),
			fc.array(textValue(name), {minLength: 1, maxLength: 4}).map(value => ({type: 'stringArray', value, split: true})),
			fc
				.array(textValue(name), {minLength: 1, maxLength: 4})
				.map(value => ({type: 'stringArray', value, split: false, segmentLabel: 'some of them'})),
			regexOf(name).map(value => ({type: 'regex', value, split: true})),
			regexOf(name).map(value => ({type: 'regex', value, split: false, segmentLabel: 'like it'})),
			fc
				.tuple(regexOf(name), fc.integer({min: 1, max: 4}))
				.map(([value, limit]) => ({type: 'regex', value, split: true, limit})),
			...(nullable
				? [
						fc.constant({includeNull: true, segmentLabel: 'unknown'}),
						regexOf(name).map(value => ({type: 'regex', value, split: true, includeNull: true})),
					]
				: []),
		);
	const numberSegment = (name: string, nullable: boolean) =>
		fc.oneof(
			valuesOf(name).map(value => ({type: 'number', value: Number(value)})),
			fc
				.tuple(valuesOf(name).map(Number), valuesOf(name).map(Number))
				.map(([a, b]) => ({type: 'numberRange', min: Math.min(a, b), max: Math.max(a, b), segmentLabel: 'between'})),
			valuesOf(name).map(value => ({type: 'numberRange', min: Number(value), segmentLabel: 'at least'})),
			...(nullable ? [fc.constant({includeNull: true, segmentLabel: 'unknown'})] : []),
		);
	const flagSegment = fc.subarray([...flagNames.licenseStatus], {minLength: 1}).chain(chosen =>
		fc.tuple(...chosen.map(() => fc.boolean())).map(on => ({
			segmentLabel: `${chosen.join(' ')} ${on.join(' ')}`,
			...Object.fromEntries(chosen.map((flag, index) => [flag, on[index]])),
		})),
	);
	/** Labels that the items themselves name must differ; those of a split come from the data. */
	const labelsOfItem = ({segmentLabel, type, value, includeNull}: Wire) => [
		...(segmentLabel !== undefined ? [segmentLabel] : []),
		...(segmentLabel === undefined && (type === 'string' || type === 'number') ? [String(value)] : []),
		...(segmentLabel === undefined && includeNull ? ['<NULL>'] : []),
	];
	const distinctLabels = (items: readonly Wire[]) => {
		const labels = items.flatMap(labelsOfItem);
		return new Set(labels).size === labels.length;
	};
	const several = (item: fc.Arbitrary<Wire>) => fc.array(item, {minLength: 1, maxLength: 3}).filter(distinctLabels);
	const segments = fc.oneof(
		{
			weight: 6,
			arbitrary: fc
				.constantFrom(...texts)
				.chain(property =>
					several(textSegment(property, nullableTexts.has(property))).map(items => ({property, segments: items})),
				),
		},
		{
			weight: 4,
			arbitrary: fc
				.constantFrom(...Object.entries(levels).flatMap(([name, parts]) => parts.map(part => `${name}.${part}`)))
				.chain(property => several(textSegment(property, true)).map(items => ({property, segments: items}))),
		},
		{
			weight: 3,
			arbitrary: fc
				.constantFrom(...numbers)
				.chain(property =>
					several(numberSegment(property, nullableNumbers.has(property))).map(items => ({property, segments: items})),
				),
		},
		{weight: 1, arbitrary: several(flagSegment).map(items => ({property: 'licenseStatus', segments: items}))},
		{
			weight: 1,
			arbitrary: fc.constant({
				property: 'touchScreen',
				segments: [
					{type: 'boolean', value: true, segmentLabel: 'touch'},
					{type: 'boolean', value: false, segmentLabel: 'no touch'},
				],
			}),
		},
	);
	return {
		filter: filterOf(Object.keys(filters)),
		eventFilter: filterOf(Object.keys(filters).filter(name => !fullOnly.has(name))),
		segments,
		eventReference: fc.oneof(single, combination),
		valued: fc.constantFrom(
			...texts,
			...numbers,
			...Object.entries(levels).flatMap(([name, parts]) => parts.map(part => `${name}.${part}`)),
		),
	};
}
