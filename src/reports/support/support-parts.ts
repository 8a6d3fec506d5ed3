import {lists} from '../../contract/operations/client-and-event-lists.ts';
import {events} from '../../contract/operations/event-reports.ts';
import {CliError} from '../../errors.ts';
import {printEvent} from '../../language/events/print-event.ts';
import type {Range} from '../../output/dataset.ts';
import type {Proportion} from '../../statistics/intervals.ts';
import {readFrequency, usedAt} from '../event-frequency.ts';
import {readAnswers} from '../run/read-answers.ts';
import {type Asked, countBy, countParts} from './support-counts.ts';

/** Counts what is used with the installations that match: keys, events, editions and countries. */

export type Parts = ReadonlyMap<string, Proportion>;

export type SupportParts = {
	readonly editions: Parts;
	readonly countries: Parts;
	readonly keys: Parts | undefined;
	readonly keysBefore: Parts | undefined;
	readonly events: Parts | undefined;
	/** The parts that could not be counted, with the reason. */
	readonly missing: readonly string[];
};

/** Undefined: the service cannot report on the year before. */
export type SupportRanges = {readonly now: Range; readonly before: Range | undefined};

/** The service describes no limit; the names of this many events make a request of about 30 kB. */
const mostEvents = 500;

/** Counts the installations that used each event. */
async function countEvents(asked: Asked, {first, last}: Range): Promise<Parts | string> {
	const {client, signal, onAnswer} = asked;
	const {results} = await client.call(lists.eventNames, {showEvents: ['advanced']}, {signal});
	onAnswer();
	const named = results.flatMap(({category, categoryEventNames}) =>
		categoryEventNames.map(({eventName: name}) => ({category, name})),
	);
	if (named.length > mostEvents) return `${named.length} events are too many to count their users`;
	if (named.length === 0) return new Map();
	return countParts(asked, async filters => {
		const request = {startDate: first, stopDate: last, globalFilters: filters, events: named};
		const answer = await client.call(events.frequency, request, {signal});
		const query = {isSegmented: false, bins: false, events: named};
		return readAnswers(
			[answer],
			events.frequency,
			([results = []]) =>
				new Map(
					[...readFrequency(results, query)].map(([category, name, , ...figures]) => [
						printEvent({category: category === null ? null : String(category), name: String(name)}),
						Number(figures[usedAt] ?? 0),
					]),
				),
		);
	});
}

/** Tests whether the service lacks a report, or the user the permission for it. */
const isLacking = (error: unknown): error is CliError =>
	error instanceof CliError && (error.kind === 'auth' || error.details.code === 'absent');

const reasonOf = ({details, message}: CliError) =>
	details.code === 'absent' ? 'this needs a newer server' : (details.reason ?? message);

/** The requests of all parts: both ranges of keys, editions, countries, the list of events and their users. */
export const countRequests = (terms: number): number => 5 * (terms + 1) + 1;

/** Reads what is counted by range only on newer servers; on older ones from the first day until now. */
export async function readParts(
	asked: Asked,
	{now, before}: SupportRanges,
): Promise<SupportParts & {readonly isUntilNow: boolean}> {
	const missing: string[] = [];
	const tryTo = async <T>(what: string, read: () => Promise<T | string>): Promise<T | undefined> => {
		try {
			const found = await read();
			if (typeof found !== 'string') return found;
			missing.push(`${what}: ${found}`);
		} catch (error) {
			if (!isLacking(error)) throw error;
			missing.push(`${what}: ${reasonOf(error)}`);
		}
		return undefined;
	};
	let isUntilNow = false;
	const editions = await countBy(asked, 'prodEdition', now).catch((error: unknown) => {
		if (!(error instanceof CliError) || error.details.code !== 'absent') throw error;
		isUntilNow = true;
		return countBy(asked, 'prodEdition', {first: now.first});
	});
	const countries = await countBy(asked, 'geography.country', isUntilNow ? {first: now.first} : now);
	const keys = await tryTo('license keys', async () => [
		await countBy(asked, 'licenseKey', now),
		before && (await countBy(asked, 'licenseKey', before)),
	]);
	return {
		editions,
		countries,
		keys: keys?.[0],
		keysBefore: keys?.[1],
		events: await tryTo('events', () => countEvents(asked, now)),
		missing,
		isUntilNow,
	};
}
