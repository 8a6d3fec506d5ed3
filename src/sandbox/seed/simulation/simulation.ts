import type {Cell} from '../../store/rows.ts';
import type {TableWriter} from '../../store/writer.ts';
import {addCells, type CodedColumn, historyColumns} from '../codes.ts';
import {campaigns} from '../values/people.ts';
import {createLife, type Life, updateLife, type World} from './life.ts';
import {drawRuntime, drawSessions, installDays, nextActiveDay, releaseAt} from './lifecycle.ts';
import {writeLines} from './lines.ts';
import {hexadecimal, Random} from './random.ts';
import {backOffBits, optOutBits, touchCode} from './status.ts';
import {writeUsage} from './usage.ts';

/** The writers of the generator. */
export type Writers = Readonly<
	Record<
		'installations' | 'spans' | 'activity' | 'usage' | 'lifetime' | 'deliveries' | 'exceptions' | 'customEvents',
		TableWriter
	>
>;

type Target = {
	readonly writers: Writers;
	/** Columns of the traits without a history. */
	readonly current: readonly CodedColumn[];
	readonly random: Random;
};

/** Codes of the traits with a history, in the order of codes.ts. */
const getHistoryCodes = ({release, licenseType, flags, traits}: Life): readonly number[] => [
	traits.isVersionUnknown ? 0 : release + 1,
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

/** Begins a row of the history; endSpan sets its last day and sessions. */
function beginSpan(life: Life, day: number): void {
	life.row = [life.installation, life.span, life.nth, day, day, 0];
	life.rowSessions = 0;
	addCells(life.row, historyColumns, getHistoryCodes(life));
}

function endSpan({row, last, rowSessions}: Life, {spans}: Writers): void {
	row[4] = last;
	row[5] = rowSessions;
	spans.put(row);
}

function writeActivity(life: Life, day: number, {writers, random}: Target): void {
	const sessions = drawSessions(random);
	const minutes = drawRuntime(sessions, random);
	const previous = life.activeDays === 0 ? null : life.last;
	life.last = day;
	life.activeDays++;
	life.sessions += sessions;
	life.rowSessions += sessions;
	life.minutes += minutes;
	writers.activity.put([life.installation, day, life.span, sessions, minutes, previous]);
}

function writeLifetime({installation, uses}: Life, {lifetime}: Writers): void {
	for (let event = 0; event < uses.length; event++) {
		const count = uses[event] as number;
		if (count > 0) lifetime.put([installation, event + 1, count]);
	}
}

function writeDeliveries(life: Life, today: number, {writers, random}: Target): void {
	campaigns.forEach(({channel, days, perMille}, place) => {
		const day = channel === 'auto' ? life.first + days : Math.max(today - days, life.first);
		if (day <= life.last && random.chance(perMille)) writers.deliveries.put([life.installation, place, day]);
	});
}

function writeInstallation(life: Life, world: World, {writers, current, random}: Target): void {
	const {traits, installation, activeDays, sessions, minutes, first, last, machine} = life;
	const release = releaseAt(life.release);
	const client = hexadecimal(random, 2);
	const row: Cell[] = [installation, activeDays, sessions, minutes, first, last, client, machine];
	addCells(row, historyColumns, getHistoryCodes(life));
	addCells(row, current, [
		life.release + 1,
		traits.machine,
		traits.screen,
		traits.gpu,
		traits.java,
		traits.virtualMachine,
		traits.dotNet,
		life.key,
		touchCode(release, random),
		optOutBits(release, random),
		backOffBits({first, last, launch: world.launch, today: world.today}, world.profile, release, random),
	]);
	writers.installations.put(row);
}

/** Simulates an installation from its install day to its last day. */
function live(life: Life, world: World, target: Target): void {
	const {writers, random} = target;
	const {events} = world.profile;
	beginSpan(life, life.first);
	for (let day = life.first; day <= life.ends; ) {
		if (updateLife(life, day, {world, random})) {
			endSpan(life, writers);
			beginSpan(life, day);
		}
		writeActivity(life, day, target);
		writeUsage(life, day, {writer: writers.usage, events, random});
		writeLines(life, day, target);
		day = life.number === 0 ? day + 1 : nextActiveDay(day, life.traits.habit, random);
	}
	endSpan(life, writers);
	writeLifetime(life, writers);
	writeDeliveries(life, world.today, target);
	writeInstallation(life, world, target);
}

/**
 * Writes every row of `count` installations of a product, numbered from `start`; they depend on the seed alone. Yields
 * each when it is written, so that the caller can pause. `previous` is the last installation of the product before.
 */
export function* simulate(
	world: World,
	{seed, start, count, previous}: {seed: number; start: number; count: number; previous: Life | undefined},
	{writers, current}: Pick<Target, 'writers' | 'current'>,
): Generator<Life> {
	const random = new Random(seed, 10 + world.profile.stream);
	const days = installDays(count, world, new Random(seed, 20 + world.profile.stream));
	const target = {writers, current, random};
	let number = 0;
	let life = previous;
	for (const day of days) {
		random.restart(number);
		life = createLife({installation: start + number, number, day}, world, {random, previous: life});
		live(life, world, target);
		number++;
		yield life;
	}
}
