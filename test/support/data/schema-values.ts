import fc from 'fast-check';
import type {z} from 'zod';

/**
 * Values that a zod schema permits, for fast-check. Written here because zod-fast-check, the library for it, is for zod 3. Parts of a
 * schema that are functions (refinements) are met by trying.
 */

type Def = {readonly [name: string]: unknown};
const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;

/** Texts that mean something somewhere, among others. */
const texts = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.constantFrom(
			'Pro',
			'Home',
			'4.1',
			'10',
			'US',
			'EU',
			'null',
			'<NULL>',
			'.*',
			'^4',
			'',
			'a,b',
			"it's",
			'ß 語',
		),
	},
	{weight: 2, arbitrary: fc.constantFrom('2026-01-31', '2026-06-30', '2024-02-29', 'NOW-30', 'NOW')},
	{weight: 1, arbitrary: fc.string({maxLength: 8})},
);
const numbers = fc.oneof(fc.integer({min: -5, max: 20}), fc.constantFrom(1.5, 4096, 8192, 1920), fc.integer());

const makers: Readonly<Record<string, (def: Def, make: Make) => fc.Arbitrary<unknown>>> = {
	string: ({checks}) => {
		const forms = ((checks as z.core.$ZodCheck[] | undefined) ?? []).map(
			check => (check._zod.def as unknown as Def).pattern,
		);
		const form = forms.find(each => each instanceof RegExp);
		return form instanceof RegExp ? fc.oneof(texts, fc.stringMatching(form)) : texts;
	},
	number: () => numbers,
	int: () => numbers,
	boolean: () => fc.boolean(),
	null: () => fc.constant(null),
	literal: ({values}) => fc.constantFrom(...(values as readonly unknown[])),
	enum: ({entries}) => fc.constantFrom(...Object.values(entries as object)),
	optional: ({innerType}, make) => fc.option(make(innerType as z.ZodType), {nil: undefined}),
	nullable: ({innerType}, make) => fc.option(make(innerType as z.ZodType), {nil: null}),
	array: ({element}, make) => fc.array(make(element as z.ZodType), {maxLength: 3}),
	union: ({options}, make) => fc.oneof(...(options as readonly z.ZodType[]).map(make)),
	record: ({valueType}, make) => fc.dictionary(fc.constantFrom('a', 'b'), make(valueType as z.ZodType), {maxKeys: 2}),
	object: ({shape, catchall}, make) => {
		const members = Object.entries(shape as Readonly<Record<string, z.ZodType>>);
		// Of many optional members a few at a time: else hardly any object would be small.
		const required = members.filter(([, inner]) => defOf(inner).type !== 'optional').map(([name]) => name);
		const others = members.map(([name]) => name).filter(name => !required.includes(name));
		const model = Object.fromEntries(members.map(([name, inner]) => [name, make(inner)]));
		const chosen = fc.subarray(others, {maxLength: Math.min(3, others.length)});
		const own = chosen.chain(names =>
			fc.record(Object.fromEntries([...required, ...names].map(name => [name, model[name] as fc.Arbitrary<unknown>]))),
		);
		const isOpen = catchall !== undefined && defOf(catchall as z.ZodType).type !== 'never';
		if (!isOpen) return own;
		const more = fc.dictionary(fc.constantFrom('newProp', 'older'), make(catchall as z.ZodType), {maxKeys: 1});
		return fc.tuple(own, fc.option(more, {nil: {}, freq: 8})).map(([known, other]) => ({...known, ...other}));
	},
};
type Make = (schema: z.ZodType) => fc.Arbitrary<unknown>;

const withoutUndefined = (value: unknown): unknown =>
	value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** Values of a schema, as JSON has them. `anyway`: those too that its checks between members refuse. */
export function valuesOf(schema: z.ZodType, {anyway = false}: {readonly anyway?: boolean} = {}): fc.Arbitrary<unknown> {
	const def = defOf(schema);
	const make = makers[String(def.type)];
	if (!make) throw new Error(`no values for a schema of type ${String(def.type)}`);
	const values = make(def, inner => valuesOf(inner, {anyway})).map(withoutUndefined);
	// Members that have a form of their own are met all the same.
	return anyway && ['object', 'array', 'union', 'optional'].includes(String(def.type))
		? values
		: values.filter(value => schema.safeParse(value).success);
}

type Json = {readonly [name: string]: Json} | readonly Json[] | string | number | boolean | null;

const wrong: readonly Json[] = [null, true, 0, -1, 1.5, '', 'x', '2026-02-30', [], {}, [1], {a: 1}];

/** The same JSON with one place changed: another value there, nothing, or one more member. */
export function mutated(json: unknown): fc.Arbitrary<unknown> {
	const paths: (readonly string[])[] = [];
	const collect = (value: unknown, path: readonly string[]): void => {
		paths.push(path);
		if (typeof value !== 'object' || value === null) return;
		for (const [name, inner] of Object.entries(value)) collect(inner, [...path, name]);
	};
	collect(json, []);
	const inside = paths.filter(path => path.length > 0);
	if (inside.length === 0) return fc.constant(json);
	const change = fc.oneof(fc.constantFrom(...wrong), fc.constant(undefined));
	return fc.tuple(fc.constantFrom(...inside), change, fc.boolean()).map(([path, value, isMore]) => {
		const copy = structuredClone(json) as Record<string, unknown>;
		const holder = path.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, copy);
		const name = path.at(-1) ?? '';
		if (isMore && !Array.isArray(holder)) holder.surplus = value ?? 'x';
		else if (value !== undefined) holder[name] = value;
		else if (Array.isArray(holder)) holder.splice(Number(name), 1);
		else delete holder[name];
		return copy;
	});
}
