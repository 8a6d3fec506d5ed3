import {CliError} from '../../errors.ts';
import type {Range} from '../../output/dataset.ts';
import type {Proportion} from '../../statistics/intervals.ts';
import type {ReportPorts} from '../report-ports.ts';
import {type Asked, countBy, countEvents, type Parts} from './support-counts.ts';

/** The use of keys, events and the rest with the installations that match. A part that could not be counted is undefined. */
export type SupportParts = {
	readonly editions: Parts;
	readonly countries: Parts;
	readonly keys: {readonly now: Parts; readonly before: Parts | undefined} | undefined;
	readonly events: Parts | undefined;
	readonly crashes: CrashShares | undefined;
	/** The server counts editions and countries until now only. */
	readonly isUntilNow: boolean;
};

export type CrashShares = {readonly now: Proportion; readonly before: Proportion | undefined};

/** Undefined: the service cannot report on the year before. */
export type SupportRanges = {readonly now: Range; readonly before: Range | undefined};

/** Returns the crash reports of the installations that match, or why they are not known. */
export type ReadCrashes = (asked: Asked, ranges: SupportRanges) => Promise<CrashShares | string>;

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
	ranges: SupportRanges,
	{readCrashes, footnote}: {readonly readCrashes: ReadCrashes | undefined} & Pick<ReportPorts, 'footnote'>,
): Promise<SupportParts> {
	const {now, before} = ranges;
	const tryTo = async <T>(what: string, read: () => Promise<T | string>): Promise<T | undefined> => {
		const found = await read().catch(explainLack);
		if (typeof found !== 'string') return found;
		await footnote(`${what}: ${found}`);
		return undefined;
	};
	const editions = await countBy(asked, 'prodEdition', now).catch((error: unknown) => {
		if (!isAbsent(error)) throw error;
		return undefined;
	});
	const range = editions ? now : {first: now.first};
	return {
		editions: editions ?? (await countBy(asked, 'prodEdition', range)),
		countries: await countBy(asked, 'geography.country', range),
		keys: await tryTo('license keys', async () => ({
			now: await countBy(asked, 'licenseKey', now),
			before: before && (await countBy(asked, 'licenseKey', before)),
		})),
		events: await tryTo('events', () => countEvents(asked, now)),
		crashes: readCrashes && (await tryTo('crash reports', () => readCrashes(asked, ranges))),
		isUntilNow: editions === undefined,
	};
}
