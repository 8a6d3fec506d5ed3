import type {IntegerWriter} from '../store/writer.ts';
import {beginLife, createLife, type Life, updateLife, type World} from './life.ts';
import {drawRuntime, drawSessions, installDays, nextActiveDay, releaseAt} from './lifecycle.ts';
import {writeLines} from './lines.ts';
import {campaigns} from './people.ts';
import {Random} from './random.ts';
import {backOffBits, optOutBits, touchCode} from './status.ts';
import {writeUsage} from './usage.ts';

/** Where the generator puts its rows: numbers only, see codes.ts. */
export type Writers = Readonly<
	Record<
		'installations' | 'spans' | 'activity' | 'usage' | 'lifetime' | 'deliveries' | 'exceptions' | 'customEvents',
		IntegerWriter
	>
>;

const history = ({release, licenseType, flags, traits}: Life): readonly number[] => [
	traits.versionless ? 0 : release + 1,
	traits.edition,
	licenseType,
	flags,
	traits.language,
	traits.osLanguage,
	traits.system,
	traits.place,
	...traits.custom,
	traits.unique,
];

const writeSpan = (life: Life, day: number, {spans}: Writers) =>
	spans.put([life.installation, life.span, day, ...history(life)]);

function writeActivity(life: Life, day: number, {writers, random}: {writers: Writers; random: Random}): void {
	const sessions = drawSessions(random);
	const minutes = drawRuntime(sessions, random);
	life.last = day;
	life.activeDays++;
	life.sessions += sessions;
	life.minutes += minutes;
	writers.activity.put([life.installation, day, life.span, sessions, minutes]);
}

function writeLifetime({installation, uses}: Life, {lifetime}: Writers): void {
	for (let event = 0; event < uses.length; event++) {
		const count = uses[event] as number;
		if (count > 0) lifetime.put([installation, event + 1, count]);
	}
}

function writeDeliveries(life: Life, today: number, {writers, random}: {writers: Writers; random: Random}): void {
	campaigns.forEach(({channel, days, perMille}, index) => {
		const day = channel === 'auto' ? life.first + days : Math.max(today - days, life.first);
		if (day <= life.last && random.chance(perMille)) writers.deliveries.put([life.installation, index + 1, day]);
	});
}

function writeInstallation(life: Life, world: World, {writers, random}: {writers: Writers; random: Random}): void {
	const {traits, installation, activeDays, sessions, minutes, first, last, machine} = life;
	const {sdk} = releaseAt(life.release);
	writers.installations.put([
		installation,
		life.release + 1,
		activeDays,
		sessions,
		minutes,
		first,
		last,
		random.next() | 0,
		random.next() | 0,
		...machine,
		traits.machine,
		traits.screen,
		traits.gpu,
		traits.java,
		traits.virtualMachine,
		traits.dotNet,
		life.key,
		touchCode(sdk, random),
		optOutBits(sdk, random),
		backOffBits({first, last, launch: world.launch, today: world.today}, world.profile, sdk, random),
		...history(life),
	]);
}

/** Lives through one installation, from its install day to its last. */
function live(life: Life, world: World, target: {writers: Writers; random: Random}): void {
	const {writers, random} = target;
	const {events} = world.profile;
	const taste = life.number % 11;
	writeSpan(life, life.first, writers);
	for (let day = life.first; day <= life.ends; ) {
		if (updateLife(life, day, {world, random})) writeSpan(life, day, writers);
		writeActivity(life, day, target);
		writeUsage(
			{installation: life.installation, day, span: life.span, release: life.release, taste},
			{writer: writers.usage, events, lifetime: life.uses, random},
		);
		writeLines(life, day, target);
		day = life.number === 0 ? day + 1 : nextActiveDay(day, life.traits.habit, random);
	}
	writeLifetime(life, writers);
	writeDeliveries(life, world.today, target);
	writeInstallation(life, world, target);
}

/**
 * Makes every row of `count` installations of a product, numbered from `start`, each a function of the seed and its
 * number alone. Yields after each, so that the caller can pause.
 */
export function* simulate(
	world: World,
	{seed, start, count}: {seed: number; start: number; count: number},
	writers: Writers,
): Generator<number> {
	const random = new Random(seed, 10 + world.profile.stream);
	const days = installDays(count, world, new Random(seed, 20 + world.profile.stream));
	const life = createLife();
	let number = 0;
	for (const day of days) {
		random.restart(number);
		beginLife(life, {installation: start + number, number, day}, {world, random});
		live(life, world, {writers, random});
		yield ++number;
	}
}
