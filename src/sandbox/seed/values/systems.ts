/** `shortName` is the form in previews. */
export type System = {
	readonly platform: string | null;
	readonly version: string | null;
	readonly edition: string | null;
	readonly shortName: string | null;
	readonly weight: number;
};

type Editions = Readonly<Record<string, number>>;

/** `nameOf` returns the full name of an edition. */
const systemsOf = (
	known: Pick<System, 'platform' | 'version' | 'shortName'>,
	editions: Editions,
	nameOf: (edition: string) => string,
): readonly System[] =>
	Object.entries(editions).map(([edition, weight]) => ({...known, edition: nameOf(edition), weight}));

function windows(name: string, shortName: string, editions: Editions): readonly System[] {
	const version = `Microsoft Windows ${name}`;
	return systemsOf({platform: 'Windows', version, shortName}, editions, edition => `${version} ${edition}`);
}
function apple(name: string, number: string, editions: Editions): readonly System[] {
	const known = {platform: 'macOS', version: `macOS ${number} ${name}`, shortName: `macOS ${number}`};
	return systemsOf(known, editions, edition => `macOS ${number}.${edition} ${name}`);
}
const linux = (version: string, shortName: string, editions: Editions): readonly System[] =>
	systemsOf({platform: 'Linux', version, shortName}, editions, edition => version + edition);

/** The oldest of a platform first: an upgrade leads to the next row of the same platform. */
export const systems: readonly System[] = [
	...windows('7', 'MS Win 7', {Professional: 20, Ultimate: 6}),
	...windows('10', 'MS Win 10', {Home: 150, Pro: 190, Enterprise: 60}),
	...windows('11', 'MS Win 11', {Home: 170, Pro: 210, Enterprise: 40}),
	...windows('Server 2022', 'MS Win Srv 2022', {Standard: 14, Datacenter: 6}),
	...apple('Monterey', '12', {7: 20}),
	...apple('Ventura', '13', {6: 35}),
	...apple('Sonoma', '14', {4: 30, 6: 40}),
	...apple('Sequoia', '15', {1: 45, 3: 20}),
	...linux('Ubuntu 22.04', 'Ubuntu 22', {'.3 LTS': 14, '.5 LTS': 12}),
	...linux('Ubuntu 24.04', 'Ubuntu 24', {'.1 LTS': 16}),
	...linux('Debian 12', 'Debian 12', {' (bookworm)': 9}),
	{platform: 'Windows', version: 'Microsoft Windows 11', edition: null, shortName: 'MS Win 11', weight: 12},
	{platform: 'Linux', version: null, edition: null, shortName: null, weight: 10},
	{platform: null, version: null, edition: null, shortName: null, weight: 12},
];

/** Systems that the service knows but that no installation has. */
export const uncollectedSystems: readonly System[] = [
	...windows('Vista', 'MS Win Vista', {Business: 0}),
	...windows('8.1', 'MS Win 8.1', {Pro: 0}),
	...apple('Big Sur', '11', {7: 0}),
	...linux('Fedora 40', 'Fedora 40', {' Workstation': 0}),
];
