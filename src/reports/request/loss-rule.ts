import type {Context} from '../../cli/definition/command.ts';
import type {ReportOptions} from './report-options.ts';

/** When an installation counts as lost, and on which day, as the service names it. */
export type LossRule = {
	readonly daysUntilDeclaredLost: number;
	readonly dateReportedLost: 'dateLastSeen' | 'dateDeclaredLost';
};

/** Where neither the command line nor the profile says it. The number decides the result, so a note names it. */
export const defaultLostAfter = 30;

/** The rule from `--lost-after`, or from the profile; undefined for a report that counts no losses. */
export async function resolveLossRule(
	options: Pick<ReportOptions, 'lostAfter' | 'lostDate' | 'status'>,
	{globals, warn}: Pick<Context, 'globals' | 'warn'>,
): Promise<LossRule | undefined> {
	if (!('lostAfter' in options)) return undefined;
	if (options.status && !options.status.includes('lost')) {
		if (options.lostAfter !== undefined) await warn('--lost-after is not used: --status does not ask for lost');
		return undefined;
	}
	const days = options.lostAfter ?? globals.lostAfter ?? defaultLostAfter;
	return {
		daysUntilDeclaredLost: days,
		dateReportedLost: options.lostDate === 'declared' ? 'dateDeclaredLost' : 'dateLastSeen',
	};
}
