import {properties} from '../../contract/properties.ts';
import type {Candidate} from './completion-context.ts';

/** The properties that people break down and filter by, most often first. */
const usedMost = [
	...[
		'prodVersion',
		'prodEdition',
		'geography.country',
		'os.version',
		'os.platform',
		'licenseType',
		'osLanguage',
		'prodLanguage',
	],
	...['dateInstalled', 'dateLastSeen', 'ram', 'cpuType', 'formFactor', 'licenseKey', 'installQuota', 'expiryDate'],
];
const isCustom = (name: string) => /^C\d\d$/.test(name);

function getRank(text: string): number {
	const place = usedMost.indexOf(text);
	if (place >= 0) return place;
	return usedMost.length + (isCustom(text) ? 1 : 0);
}

/** Puts the names of properties in the order of their use, and custom properties last. `nameOf` returns the name in a candidate. */
export const sortByUse = (items: readonly Candidate[], nameOf = ({text}: Candidate) => text): Candidate[] =>
	items.toSorted((one, other) => getRank(nameOf(one)) - getRank(nameOf(other)));

/** Returns the friendly name of a property, or of a part such as `os.version`; undefined if there is no such property. */
export function getFriendlyName(name: string): string | undefined {
	const [base = '', part] = name.split('.');
	const {friendlyName, parts = [], partNames = []} = properties.find(each => each.name === base) ?? {};
	return part === undefined ? friendlyName : (partNames[parts.indexOf(part)] ?? friendlyName);
}
