import {dotNets, gpus, javas, machines, screens, virtualMachines} from '../values/hardware.ts';
import {customValues, editions, habits, productLanguages, uniqueValues} from '../values/people.ts';
import {places} from '../values/places.ts';
import {systems} from '../values/systems.ts';
import {createPicker, fallingWeights, type Random} from './random.ts';

/**
 * What one installation is like. Every trait is the place of a value in its table, counted from 1; 0 is null.
 * The object is used again for the next installation: a million of them must not become a million objects.
 */
export type Traits = {
	/** It never tells its version and build. */
	versionless: boolean;
	edition: number;
	habit: number;
	place: number;
	system: number;
	language: number;
	osLanguage: number;
	machine: number;
	screen: number;
	gpu: number;
	java: number;
	virtualMachine: number;
	dotNet: number;
	/** Of C01, C02, C03, C05, C20. */
	custom: number[];
	/** Of C04; 0 is null. */
	unique: number;
};

/** Places of languages, by their code. */
export const languageCodes: readonly string[] = [
	...new Set(['en', 'de', 'fr', 'es', 'ja', 'pt', 'zh', ...places.map(({language}) => language)]),
];
const languagePlace = new Map(languageCodes.map((code, index) => [code, index + 1]));

const weightsOf = (rows: readonly {readonly weight: number}[]) => rows.map(({weight}) => weight);
const pickEdition = createPicker(weightsOf(editions));
const pickHabit = createPicker(weightsOf(habits));
const pickPlace = createPicker(weightsOf(places));
const pickSystem = createPicker(weightsOf(systems));
const pickScreen = createPicker(weightsOf(screens));
const pickCustom = Object.values(customValues).map(values => createPicker(fallingWeights(values.length)));
const platforms = ['Windows', 'macOS', 'Linux'] as const;
const pickMachine = new Map(
	platforms.map(name => [name, createPicker(machines.map(({platform, weight}) => (platform === name ? weight : 0)))]),
);

const nativeLanguage = (place: number): number => languagePlace.get(places[place - 1]?.language ?? 'en') ?? 1;

export const createTraits = (): Traits => ({
	versionless: false,
	edition: 0,
	habit: 0,
	place: 0,
	system: 0,
	language: 0,
	osLanguage: 0,
	machine: 0,
	screen: 0,
	gpu: 0,
	java: 0,
	virtualMachine: 0,
	dotNet: 0,
	custom: pickCustom.map(() => 0),
	unique: 0,
});

const drawHardware = (traits: Traits, random: Random): void => {
	const platform = systems[traits.system - 1]?.platform ?? 'Windows';
	traits.machine = (pickMachine.get(platform as 'Windows')?.(random) ?? 0) + 1;
	traits.screen = pickScreen(random) + 1;
	traits.gpu = (machines[traits.machine - 1]?.gpu ?? gpus.length - 1) + 1;
	traits.java = random.chance(250) ? 1 + random.below(javas.length) : 0;
	traits.virtualMachine = random.chance(70) ? 1 + random.below(virtualMachines.length) : 0;
	traits.dotNet = platform === 'Windows' ? 1 + random.below(dotNets.length) : 0;
};

/** Draws what the next installation is like. */
export function drawTraits(traits: Traits, random: Random): void {
	traits.versionless = random.chance(8);
	traits.edition = pickEdition(random) + 1;
	traits.habit = pickHabit(random);
	traits.place = pickPlace(random) + 1;
	traits.system = pickSystem(random) + 1;
	const native = nativeLanguage(traits.place);
	traits.osLanguage = random.chance(850) ? native : random.chance(900) ? 1 : 0;
	traits.language = native <= productLanguages.length - 1 ? native : random.chance(960) ? 1 : productLanguages.length;
	drawHardware(traits, random);
	pickCustom.forEach((pick, index) => {
		traits.custom[index] = pick(random) + 1;
	});
	traits.unique = random.chance(900) ? 1 + random.below(uniqueValues.length) : 0;
}

/** Something else may change when the product is updated: the system, the place, a setting, the license. */
export function changeTraits(traits: Traits, random: Random): void {
	const system = systems[traits.system - 1];
	if (random.chance(60) && system?.platform && systems[traits.system]?.platform === system.platform) traits.system++;
	if (random.chance(20)) {
		traits.place = pickPlace(random) + 1;
	}
	if (random.chance(50)) traits.custom[1] = (pickCustom[1]?.(random) ?? 0) + 1;
}
