import {createHash} from 'node:crypto';
import {z} from 'zod';
import {dayNumber} from '../../calendar.ts';
import {once} from '../../contract/once.ts';
import {suggestAtEnd} from '../../text/near-names.ts';
import {type JsonFile, readJsonFile} from '../json-file.ts';
import {places} from './values/places.ts';
import {type Release, releases} from './values/releases.ts';
import {systems} from './values/systems.ts';
import {seedEvents} from './values/tracked-events.ts';

/** Scenarios put into the data of the first product, so that a rehearsal or a test knows what to find. */

const day = z.iso.date();
const oneOf = (known: readonly (string | null | undefined)[]) =>
	z.enum([...new Set(known)].filter(word => typeof word === 'string'));

const eventName = ({category, name}: {readonly category: string | null; readonly name: string}) =>
	`${category ?? 'null'}/${name}`;

/** Built on first use: most data have no scenarios. */
const getScenario = once(() =>
	z.discriminatedUnion('kind', [
		/** A release that crashes on one platform: a percentage of the days of use there have one more crash. */
		z.strictObject({
			kind: z.literal('crash'),
			version: oneOf(releases.map(({version}) => version)),
			platform: oneOf(systems.map(({platform}) => platform)),
			percent: z.number().min(1).max(100),
			from: day,
		}),
		/** An event without uses after a day, on all platforms or on one. */
		z
			.strictObject({
				kind: z.literal('unused'),
				category: z.string().nullable(),
				name: z.string(),
				platform: oneOf(systems.map(({platform}) => platform)).optional(),
				after: day,
			})
			.superRefine((event, context) => {
				const known = seedEvents.map(eventName);
				if (known.includes(eventName(event))) return;
				const message = `the sandbox has no event ${eventName(event)}${suggestAtEnd(eventName(event), known)}`;
				context.addIssue({code: 'custom', path: ['name'], message});
			}),
		/** A license key that the next installations added from a day on share. */
		z.strictObject({
			kind: z.literal('shared-key'),
			licenseKey: z.string().min(1),
			installations: z.int().min(1).max(1_000_000),
			from: day,
		}),
		/** A release that loses users: this percentage of the installations is not used any more after the first day with the release. */
		z.strictObject({
			kind: z.literal('churn'),
			version: oneOf(releases.map(({version}) => version)),
			percent: z.number().min(1).max(100),
			from: day,
		}),
		z.strictObject({kind: z.literal('departure'), country: oneOf(places.map(({country}) => country)), after: day}),
	]),
);
export type Scenario = z.infer<ReturnType<typeof getScenario>>;

export const getScenarioList = once(() => z.array(getScenario()));

export const scenarioFile = (text: string, name: string): JsonFile => ({
	text,
	name,
	hint: 'compare the file with a template: usagectl sandbox plant --template',
});

const examples: readonly Scenario[] = [
	{kind: 'crash', version: '5.0', platform: 'Windows', percent: 30, from: '2026-06-10'},
	{kind: 'unused', category: 'Export', name: 'PDF', after: '2026-06-01'},
	{kind: 'shared-key', licenseKey: '000123', installations: 300, from: '2026-03-01'},
	{kind: 'churn', version: '5.0', percent: 30, from: '2026-06-10'},
	{kind: 'departure', country: 'DE', after: '2026-06-01'},
];

/** A file with a scenario of each kind that is valid for all data. */
export const exampleScenarios = `{"scenarios": [\n${examples.map(each => `  ${JSON.stringify(each)}`).join(',\n')}\n]}\n`;

/** Throws a CliError of kind usage that lists every error. */
export function parseScenarios(text: string, source: string): readonly Scenario[] {
	const file = z.strictObject({scenarios: getScenarioList().min(1)});
	return readJsonFile(scenarioFile(text, source), file).scenarios;
}

/** Returns the part of a data file's name that identifies the scenarios, or an empty text if there are none. */
export const scenariosName = (scenarios: readonly Scenario[]): string =>
	scenarios.length === 0
		? ''
		: `scenarios-${createHash('sha256').update(JSON.stringify(scenarios)).digest('hex').slice(0, 12)}-`;

const select = <Kind extends Scenario['kind']>(scenarios: readonly Scenario[], kind: Kind) =>
	scenarios.filter((each): each is Extract<Scenario, {kind: Kind}> => each.kind === kind);

export type ScenarioEffects = {
	/** Days with one more crash, per thousand. */
	readonly crashes: (release: Release, system: number, day: number) => number;
	readonly isUnused: (event: number, system: number, day: number) => boolean;
	/** Tests whether an installation with this number has stopped using a release. */
	readonly hasLeft: (release: Release, number: number, day: number) => boolean;
	readonly lastDay: (place: number) => number;
	/** Keys with the number of installations that hold each, and the first day on which these are added. */
	readonly sharedKeys: readonly {readonly licenseKey: string; readonly installations: number; readonly from: number}[];
};

/** Returns a number from 0 to 99 that looks random, but is always the same for an installation. */
const getPercentile = (number: number): number => (Math.imul(number, 0x9e3779b1) >>> 8) % 100;

export function createScenarioEffects(scenarios: readonly Scenario[]): ScenarioEffects | undefined {
	if (scenarios.length === 0) return undefined;
	const crashes = select(scenarios, 'crash').map(each => ({...each, from: dayNumber(each.from)}));
	const churns = select(scenarios, 'churn').map(each => ({...each, from: dayNumber(each.from)}));
	const unused = select(scenarios, 'unused').map(({category, name, platform, after}) => ({
		platform,
		event: seedEvents.findIndex(event => event.category === category && event.name === name),
		after: dayNumber(after),
	}));
	const departures = new Map(select(scenarios, 'departure').map(({country, after}) => [country, dayNumber(after)]));
	const lastDays = places.map(({country}) => departures.get(country ?? '') ?? Number.POSITIVE_INFINITY);
	return {
		crashes: (release, system, today) => {
			const platform = systems[system - 1]?.platform;
			const met = crashes.find(
				each => each.version === release.version && each.platform === platform && today >= each.from,
			);
			return met ? met.percent * 10 : 0;
		},
		isUnused: (event, system, today) =>
			unused.some(
				({event: own, platform, after}) =>
					own === event && today > after && (platform === undefined || platform === systems[system - 1]?.platform),
			),
		// The first installation is active every day.
		hasLeft: ({version}, number, today) =>
			number > 0 &&
			churns.some(each => each.version === version && today > each.from && getPercentile(number) < each.percent),
		lastDay: place => lastDays[place - 1] ?? Number.POSITIVE_INFINITY,
		sharedKeys: select(scenarios, 'shared-key').map(each => ({...each, from: dayNumber(each.from)})),
	};
}
