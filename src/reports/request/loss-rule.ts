import {CliError} from '../../errors.ts';
import {enumeration} from '../../text/wording.ts';
import type {ReportPorts} from '../report-ports.ts';
import {getGiven, getStatuses, type ReportOptions} from './report-options.ts';

/** The definition of a loss and of its date, in the names of the API. */
export type LossRule = {
	readonly daysUntilDeclaredLost: number;
	readonly dateReportedLost: 'dateLastSeen' | 'dateDeclaredLost';
};

/** The default of the service's dashboard (docs/service.md#help-lost-after). A note names it, because it decides the result. */
export const defaultLostAfter = 40;

/** Returns the rule from `--lost-after` or the profile; undefined for a report that counts no losses. */
export function resolveLossRule(
	options: Pick<ReportOptions, 'lostAfter' | 'lostDate' | 'status'>,
	{globals}: Pick<ReportPorts, 'globals'>,
): LossRule | undefined {
	if (!('lostAfter' in options)) return undefined;
	if ('status' in options && !getStatuses(options).includes('lost')) {
		const given = getGiven({'--lost-after': options.lostAfter, '--lost-date': options.lostDate});
		if (given.length === 0) return undefined;
		throw new CliError('usage', `${enumeration(given)} ${given.length === 1 ? 'needs' : 'need'} --status lost`, {
			hint: `give --status ${[...getStatuses(options), 'lost'].join(',')}, or omit ${enumeration(given)}`,
		});
	}
	const days = options.lostAfter ?? globals.lostAfter ?? defaultLostAfter;
	return {
		daysUntilDeclaredLost: days,
		dateReportedLost: options.lostDate === 'declared' ? 'dateDeclaredLost' : 'dateLastSeen',
	};
}
