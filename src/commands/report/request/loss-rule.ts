import {CliError} from '../../../errors.ts';
import type {Context} from '../../command.ts';
import type {ReportOptions} from './options.ts';

/** When an installation counts as lost, and on which day, as the service names it. */
export type LossRule = {
	readonly daysUntilDeclaredLost: number;
	readonly dateReportedLost: 'dateLastSeen' | 'dateDeclaredLost';
};

/**
 * The rule from `--lost-after`, or from the profile; undefined for a report that counts no losses. There is no default, since a
 * number of days that nobody chose would decide the result. Throws CliError of kind usage when it is missing.
 */
export async function resolveLossRule(
	options: Pick<ReportOptions, 'lostAfter' | 'lostDate' | 'status'>,
	{globals, warn}: Pick<Context, 'globals' | 'warn'>,
): Promise<LossRule | undefined> {
	if (!('lostAfter' in options)) return undefined;
	if (options.status && !options.status.includes('lost')) {
		if (options.lostAfter !== undefined) await warn('--lost-after is not used: --status does not ask for lost');
		return undefined;
	}
	const days = options.lostAfter ?? globals.lostAfter;
	if (days === undefined) {
		throw new CliError(
			'usage',
			'--lost-after is missing: the number of days without contact after which an installation counts as lost',
			{hint: 'give --lost-after 30, or keep it: usagectl profile set --lost-after 30'},
		);
	}
	return {
		daysUntilDeclaredLost: days,
		dateReportedLost: options.lostDate === 'declared' ? 'dateDeclaredLost' : 'dateLastSeen',
	};
}
