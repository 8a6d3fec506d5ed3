import {expect, test} from 'vitest';
import {keyCatalog, reportCatalog} from '../../../src/language/properties/catalog.ts';
import {nearProperties} from '../../../src/language/properties/property-names.ts';

/** Common words for properties, and their names. */
test.each([
	['version', 'prodVersion', 'os.version'],
	['edition', 'prodEdition', 'os.edition'],
	['build', 'prodBuild'],
	['language', 'prodLanguage', 'osLanguage'],
	['memory', 'ram'],
	['mem', 'ram'],
	['cores', 'cpuCores'],
	['cpus', 'cpuCores'],
	['CPU', 'cpuType', 'cpuCores'],
	['displays', 'displayCount'],
	['monitors', 'displayCount'],
	['screens', 'displayCount'],
	['width', 'resolutionWidth'],
	['height', 'resolutionHeight'],
	['sessions', 'lifetimeSessionCount'],
	['runtime', 'lifetimeRuntimeMinutes'],
	['dpi', 'screenPpi'],
	['ppi', 'screenPpi'],
	['installed', 'dateInstalled'],
	['lastSeen', 'dateLastSeen'],
	['touch', 'touchScreen'],
	['license', 'licenseType', 'licenseStatus', 'licenseKey'],
	['key', 'licenseKey'],
	['machine', 'machineId'],
	['client', 'clientId'],
	['state', 'geography.usState'],
	['region', 'geography.continent'],
	['campaign', 'outreachDeliveries'],
	['campaigns', 'outreachDeliveries'],
	['event', 'lifetimeEventUsage'],
	['usage', 'lifetimeEventUsage'],
	['dotnet', 'dotNetVersion'],
	['java', 'javaVersion', 'javaVendor', 'javaRuntime'],
	['bits', 'osWordLength'],
])('%s, of an installation: %s %s %s', (word, ...names) => {
	expect(nearProperties(word, reportCatalog)).toEqual(names);
});

test.each([
	['quota', 'overQuotaCount'],
	['expires', 'expiryDate'],
	['added', 'addedDate'],
	['license', 'licenseType', 'licenseStatus', 'licenseKey'],
])('%s, of a license key: %s %s %s', (word, ...names) => {
	expect(nearProperties(word, keyCatalog)).toEqual(names);
});

test('suggestions for a misspelled name come from the same catalog', () => {
	expect(nearProperties('memory', keyCatalog)).toEqual([]);
	expect(nearProperties('prodVersoin', reportCatalog)).toEqual(['prodVersion']);
});
