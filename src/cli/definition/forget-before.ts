import {CliError} from '../../errors.ts';
import {parseDateWord} from '../../language/values/date-words.ts';

/** Returns `YYYY-MM-DD`. Throws CliError (usage). */
export function parseForgetBefore(text: string, today: string): string {
	const day = parseDateWord({name: '--forget-before', text}, {today, edge: 'first'});
	if (day !== 'oldest') return day;
	throw new CliError('usage', "--forget-before: 'oldest' applies only to reports", {hint: 'give a date, or -90d'});
}
