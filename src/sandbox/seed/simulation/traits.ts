import {customValues, uniqueValues} from '../values/custom-values.ts';
import {editions} from '../values/editions.ts';
import {habits} from '../values/habits.ts';
import {dotNets, gpus, javas, machines, screens, virtualMachines} from '../values/hardware.ts';
import {productLanguages} from '../values/languages.ts';
import {places} from '../values/places.ts';
import {systems} from '../values/systems.ts';
import {createPicker, fallingWeights, type Random} from './random.ts';

/** Each number is the index of a value in its table, from 1; 0 is null. */
export type Traits = ReturnType<typeof drawTraits>;

export const languageCodes: readonly string[] = [
	...new Set(['en', 'de', 'fr', 'es', 'ja', 'pt', 'zh', ...places.map(({language}) => language)]),
];
const nativeLanguages = places.map(({language}) => 1 + languageCodes.indexOf(language));

const getWeights = (rows: readonly {readonly weight: number}[]) => rows.map(({weight}) => weight);
const pickEdition = createPicker(getWeights(editions));
const pickHabit = createPicker(getWeights(habits));
const pickPlace = createPicker(getWeights(places));
const pickSystem = createPicker(getWeights(systems));
const pickScreen = createPicker(getWeights(screens));
const pickCustom = Object.values(customValues).map(values => createPicker(fallingWeights(values.length)));
const platforms = ['Windows', 'macOS', 'Linux'] as const;
const pickMachine = new Map(
	platforms.map(name => [name, createPicker(machines.map(({platform, weight}) => (platform === name ? weight : 0)))]),
);

const drawOsLanguage = (native: number, random: Random): number =>
	random.chance(850) ? native : random.chance(900) ? 1 : 0;

/** The order of the draws determines the data: do not change it. */
export function drawTraits(random: Random) {
	const isVersionUnknown = random.chance(8);
	const edition = pickEdition(random) + 1;
	const habit = pickHabit(random);
	const place = pickPlace(random) + 1;
	const system = pickSystem(random) + 1;
	const native = nativeLanguages[place - 1] ?? 1;
	const osLanguage = drawOsLanguage(native, random);
	const language = native <= productLanguages.length - 1 ? native : random.chance(960) ? 1 : productLanguages.length;
	const platform = systems[system - 1]?.platform ?? 'Windows';
	const machine = (pickMachine.get(platform as 'Windows')?.(random) ?? 0) + 1;
	return {
		isVersionUnknown,
		edition,
		habit,
		place,
		system,
		osLanguage,
		language,
		machine,
		screen: pickScreen(random) + 1,
		gpu: (machines[machine - 1]?.gpu ?? gpus.length - 1) + 1,
		java: random.chance(250) ? 1 + random.below(javas.length) : 0,
		virtualMachine: random.chance(70) ? 1 + random.below(virtualMachines.length) : 0,
		dotNet: platform === 'Windows' ? 1 + random.below(dotNets.length) : 0,
		/** The values of C01, C02, C03, C05 and C20. */
		custom: pickCustom.map(pick => pick(random) + 1),
		/** The value of C04. */
		unique: random.chance(900) ? 1 + random.below(uniqueValues.length) : 0,
	};
}

/** An update of the product can also change the operating system, the place, the language or a setting. */
export function changeTraits(traits: Traits, random: Random): void {
	const system = systems[traits.system - 1];
	if (random.chance(60) && system?.platform && systems[traits.system]?.platform === system.platform) traits.system++;
	if (random.chance(20)) traits.place = pickPlace(random) + 1;
	if (random.chance(15)) traits.language = 1 + random.below(productLanguages.length);
	if (random.chance(50)) traits.custom[1] = (pickCustom[1]?.(random) ?? 0) + 1;
}
