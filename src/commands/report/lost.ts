import {CliError} from '../../errors.ts';

/** How lost installations are told and dated, as the wire says it. */
export type LostRule = {
	readonly daysUntilDeclaredLost: number;
	readonly dateReportedLost: 'dateLastSeen' | 'dateDeclaredLost';
};

/**
 * Days from `--lost-after`, or from the profile. There is no default: a number of days that nobody chose would decide what
 * the report says. Throws CliError of kind usage.
 */
export function getLostAfter(typed: number | undefined, profile: number | undefined): number {
	const days = typed ?? profile;
	if (days !== undefined) return days;
	throw new CliError(
		'usage',
		'--lost-after is missing: lost needs the days without contact after which an installation is lost',
		{
			hint: 'give --lost-after 30, or keep it: usagectl profile set --lost-after 30',
		},
	);
}

export const getLostRule = (
	{lostAfter, lostDate}: {readonly lostAfter: number | undefined; readonly lostDate: 'last-seen' | 'declared'},
	profile: number | undefined,
): LostRule => ({
	daysUntilDeclaredLost: getLostAfter(lostAfter, profile),
	dateReportedLost: lostDate === 'declared' ? 'dateDeclaredLost' : 'dateLastSeen',
});
