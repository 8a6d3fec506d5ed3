import {createHash} from 'node:crypto';
import {z} from 'zod';
import {dayNumber} from '../../calendar.ts';
import {nearNames} from '../../text/near-names.ts';
import {type JsonFile, readJsonFile} from '../json-file.ts';
import {places} from './values/places.ts';
import {type Release, releases} from './values/releases.ts';
import {systems} from './values/systems.ts';
import {seedEvents} from './values/tracked-events.ts';

/** Known causes in a world, of which a rehearsal or a test knows the truth. They concern the first product. */

const day = z.iso.date();
const oneOf = (known: readonly (string | null | undefined)[]) =>
	z.enum([...new Set(known)].filter(word => typeof word === 'string'));

const eventName = ({category, name}: {readonly category: string | null; readonly name: string}) =>
	`${category ?? 'null'}/${name}`;

const cause = z.discriminatedUnion('kind', [
	/** A release that crashes on one system: a share of the days of use there has a crash more. */
	z.strictObject({
		kind: z.literal('crash'),
		version: oneOf(releases.map(({version}) => version)),
		platform: oneOf(systems.map(({platform}) => platform)),
		percent: z.number().min(1).max(100),
		from: day,
	}),
	/** A feature that nobody uses after a day. */
	z
		.strictObject({kind: z.literal('unused'), category: z.string().nullable(), name: z.string(), after: day})
		.superRefine((event, context) => {
			const known = seedEvents.map(eventName);
			if (known.includes(eventName(event))) return;
			const suggest = nearNames(eventName(event), known);
			context.addIssue({
				...{code: 'custom', path: ['name'], params: {suggest}},
				message: `no event ${eventName(event)} in the sandbox`,
			});
		}),
	/** A license key that some installations hold: the next ones from a day on. */
	z.strictObject({
		kind: z.literal('shared-key'),
		licenseKey: z.string().min(1),
		installations: z.int().min(1).max(1_000_000),
		from: day,
	}),
	/** A country in which nobody is active after a day. */
	z.strictObject({kind: z.literal('departure'), country: oneOf(places.map(({country}) => country)), after: day}),
]);
export type Cause = z.infer<typeof cause>;

const file = z.strictObject({causes: z.array(cause).min(1)});

/** The causes as settings keep them. */
export const causeList = z.array(cause);

/** A file of causes, for errors. */
export const causeFile = (text: string, name: string): JsonFile => ({
	...{text, name},
	hint: 'compare it with what `usagectl sandbox plant --template` prints',
});

const examples: readonly Cause[] = [
	{kind: 'crash', version: '5.0', platform: 'Windows', percent: 30, from: '2026-06-10'},
	{kind: 'unused', category: 'Export', name: 'PDF', after: '2026-06-01'},
	{kind: 'shared-key', licenseKey: '000123', installations: 300, from: '2026-03-01'},
	{kind: 'departure', country: 'DE', after: '2026-06-01'},
];

/** A file with a cause of each kind, which every world takes. */
export const exampleCauses = `{"causes": [\n${examples.map(one => `  ${JSON.stringify(one)}`).join(',\n')}\n]}\n`;

/** Parses a file of causes. Throws a CliError of kind usage that names every fault. */
export const parseCauses = (text: string, source: string): readonly Cause[] =>
	readJsonFile(causeFile(text, source), file, ['causes', ...cause.options.flatMap(({shape}) => Object.keys(shape))])
		.causes;

/** Names the causes in the names of files; empty for none. */
export const causesName = (causes: readonly Cause[]): string =>
	causes.length === 0
		? ''
		: `planted-${createHash('sha256').update(JSON.stringify(causes)).digest('hex').slice(0, 12)}-`;

const select = <Kind extends Cause['kind']>(causes: readonly Cause[], kind: Kind) =>
	causes.filter((one): one is Extract<Cause, {kind: Kind}> => one.kind === kind);

/** The effect of the scenarios on an installation on a day. */
export type Planted = {
	/** Thousandths of the days that have a crash more. */
	readonly crashes: (release: Release, system: number, day: number) => number;
	readonly isUnused: (event: number, day: number) => boolean;
	/** The last day of activity at a place. */
	readonly lastDay: (place: number) => number;
	/** Keys, with the first days and the number of the installations that hold them. */
	readonly sharedKeys: readonly {readonly licenseKey: string; readonly installations: number; readonly from: number}[];
};

export function createPlanted(causes: readonly Cause[]): Planted | undefined {
	if (causes.length === 0) return undefined;
	const crashes = select(causes, 'crash').map(one => ({...one, from: dayNumber(one.from)}));
	const unused = select(causes, 'unused').map(({category, name, after}) => ({
		event: seedEvents.findIndex(event => event.category === category && event.name === name),
		after: dayNumber(after),
	}));
	const departures = new Map(select(causes, 'departure').map(({country, after}) => [country, dayNumber(after)]));
	const lastDays = places.map(({country}) => departures.get(country ?? '') ?? Number.POSITIVE_INFINITY);
	return {
		crashes: (release, system, today) => {
			const platform = systems[system - 1]?.platform;
			const met = crashes.find(
				one => one.version === release.version && one.platform === platform && today >= one.from,
			);
			return met ? met.percent * 10 : 0;
		},
		isUnused: (event, today) => unused.some(one => one.event === event && today > one.after),
		lastDay: place => lastDays[place - 1] ?? Number.POSITIVE_INFINITY,
		sharedKeys: select(causes, 'shared-key').map(one => ({...one, from: dayNumber(one.from)})),
	};
}
