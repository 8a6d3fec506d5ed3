import {addDays, firstOfMonth, lastOfMonth} from '../../calendar.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import type {LogKind} from './log-lines.ts';

/** A file of crash reports or event records (docs/service.md#list-files, #file-names). */
export type PlannedFile = {
	readonly fileName: string;
	readonly form: 'open' | 'daily' | 'monthly';
	/** Both days are included. */
	readonly from: string;
	readonly to: string;
};

export type PlanParts = {
	readonly kind: LogKind;
	readonly product: number;
	readonly today: string;
	/** The days with records, in ascending order. */
	readonly days: readonly string[];
	readonly options: SandboxOptions;
};

const words: Readonly<Record<LogKind, string>> = {exceptions: 'exc', customEvents: 'cust'};

/** Returns the first day that daily files cover, and the first day of its month, where monthly files begin. */
export function getFirstFileDay(
	today: string,
	options: SandboxOptions,
): {readonly daily: string; readonly monthly: string} {
	const daily = addDays(today, 1 - options['file-days']);
	return {daily, monthly: firstOfMonth(daily)};
}

/** Returns open, daily and monthly files, each in ascending order, or nothing for a product without records. */
export function planFiles({kind, product, today, days, options}: PlanParts): readonly PlannedFile[] {
	if (days.length === 0) return [];
	const first = getFirstFileDay(today, options);
	const over = days.filter(day => day < today);
	const start = `${product}_${words[kind]}_`;
	const daily = over
		.filter(day => day >= first.daily)
		.map(day => ({fileName: `${start}${day}.zip`, form: 'daily', from: day, to: day}) as const);
	const months = [...new Set(over.filter(day => day >= first.monthly).map(firstOfMonth))];
	const monthly = months.flatMap(from => {
		const end = lastOfMonth(from);
		const to = end < today ? end : addDays(today, -1);
		if (to < end && options['month-file'] === 'complete') return [];
		return [{fileName: `${start}${from}_to_${to}.zip`, form: 'monthly', from, to} as const];
	});
	return [{fileName: `${start}${today}.zip`, form: 'open', from: today, to: today}, ...daily, ...monthly];
}
