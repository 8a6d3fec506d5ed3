/** Some values need quotes, are in another script or look like numbers. The other custom properties are empty. */
export const customValues: Readonly<Record<string, readonly (string | null)[]>> = {
	C01: ['engineering', 'marketing', 'design', 'education', "O'Brien & Sons", null],
	C02: ['dark', 'light', 'C#', null],
	C03: ['0', '1', '2', '5', '10', '9', null],
	C05: ['Blue build 1', 'Blue build 2', 'a,b', 'say "hi"', 'Édition спец', '=1+1', '2021-01-01', 'null', '日本', null],
	C20: [null, null, null, 'beta'],
};

export const uniqueCustom = 'C04';
export const uniqueValues: readonly string[] = Array.from(
	{length: 4000},
	(_, index) => `user-${((index * 2_654_435_761) % 2 ** 32).toString(36)}`,
);
