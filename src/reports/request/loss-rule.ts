import type {ReportPorts} from '../report-ports.ts';
import type {ReportOptions} from './report-options.ts';

/** The definition of a loss and of its date, in the names of the API. */
export type LossRule = {
	readonly daysUntilDeclaredLost: number;
	readonly dateReportedLost: 'dateLastSeen' | 'dateDeclaredLost';
};

/** The default of the service's dashboard (docs/service.md#help-lost-after). A note names it, because it decides the result. */
export const defaultLostAfter = 40;

/** Returns the rule from `--lost-after` or the profile; undefined for a report that counts no losses. */
export async function resolveLossRule(
	options: Pick<ReportOptions, 'lostAfter' | 'lostDate' | 'status'>,
	{globals, warn}: Pick<ReportPorts, 'globals' | 'warn'>,
): Promise<LossRule | undefined> {
	if (!('lostAfter' in options)) return undefined;
	if (options.status && !options.status.includes('lost')) {
		if (options.lostAfter !== undefined) await warn('--lost-after has no effect: --status does not include lost');
		return undefined;
	}
	const days = options.lostAfter ?? globals.lostAfter ?? defaultLostAfter;
	return {
		daysUntilDeclaredLost: days,
		dateReportedLost: options.lostDate === 'declared' ? 'dateDeclaredLost' : 'dateLastSeen',
	};
}
