import {describeRange} from '../../calendar.ts';
import {CliError} from '../../errors.ts';
import type {Range, Row} from '../../output/dataset.ts';
import type {Proportion} from '../../statistics/intervals.ts';
import type {ReportPorts} from '../report-ports.ts';
import {type Asked, countBy, countEvents} from './support-counts.ts';
import {toGroupRows, toKeyRows, toOnlyRows, toRow} from './support-rows.ts';

/** Undefined: the service cannot report on the year before. */
export type SupportRanges = {readonly now: Range; readonly before: Range | undefined};

/** Returns the crash reports of the installations that match, of all, or why they are not known. */
export type ReadCrashes = (asked: Asked, range: Range) => Promise<Proportion | string>;

const isAbsent = (error: unknown) => error instanceof CliError && error.details.code === 'absent';

/** Returns why something cannot be counted: the service lacks the report, or the user the permission. */
function explainLack(error: unknown): string {
	if (isAbsent(error)) return 'this needs a newer server';
	if (!(error instanceof CliError) || error.kind !== 'auth') throw error;
	return error.details.reason ?? error.message;
}

/** Counts what is used with the installations that match, and tells what it cannot count. */
export async function readParts(
	asked: Asked,
	{now, before}: SupportRanges,
	{readCrashes, footnote}: Pick<ReportPorts, 'footnote'> & {readonly readCrashes: ReadCrashes},
): Promise<readonly Row[]> {
	const tryTo = async (what: string, read: () => Promise<readonly Row[] | string>): Promise<readonly Row[]> => {
		const found = await read().catch(explainLack);
		if (typeof found !== 'string') return found;
		await footnote(`${what}: ${found}`);
		return [];
	};
	const readGroups = async (range: {readonly first: string; readonly last?: string}) => [
		...toGroupRows('edition', await countBy(asked, ['prodEdition'], range)),
		...toGroupRows('country', await countBy(asked, ['geography.country'], range)),
	];
	await footnote(`four weeks: ${describeRange(now)}`, 'mark');
	return [
		...(await tryTo('license keys', async () => {
			const keys = await countBy(asked, ['licenseKey'], now);
			return toKeyRows(keys, before && (await countBy(asked, ['licenseKey'], before)));
		})),
		...(await tryTo('crash reports', async () => {
			const [counts, past] = [await readCrashes(asked, now), before && (await readCrashes(asked, before))];
			if (typeof counts === 'string') return counts;
			return [toRow('crashReports', {counts, before: typeof past === 'string' ? undefined : past})];
		})),
		...(await tryTo('events', async () => toOnlyRows(['eventsOnly', 'event'], await countEvents(asked, now)))),
		...(await readGroups(now).catch(async (error: unknown) => {
			if (!isAbsent(error)) throw error;
			await footnote('editions and countries until now', 'mark');
			return readGroups({first: now.first});
		})),
	];
}
