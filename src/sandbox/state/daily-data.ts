import {timestampSeconds} from '../../calendar.ts';
import type {SandboxClock} from '../clock.ts';
import type {Database} from '../store/database.ts';
import {openDatabase} from '../store/duckdb.ts';
import type {DataSource} from './data-source.ts';

type Day = {readonly today: string; readonly database: Database};

export type DailyData = {
	/** Opens the data of the clock's day, and builds them if they are missing. */
	readonly current: () => Promise<Day>;
	readonly database: Database;
};

/** Keeps the data of the previous day open, because responses may still read them. */
export async function openDailyData(source: DataSource, clock: SandboxClock): Promise<DailyData> {
	const open = async (today: string): Promise<Day> => ({
		today,
		database: await openDatabase(await source.ensure(today), () => timestampSeconds(clock.timestamp())),
	});
	const opened: {readonly today: string; readonly day: Promise<Day>}[] = [];
	const close = ({day}: {readonly day: Promise<Day>}) => day.then(({database}) => database.close());

	const current = (): Promise<Day> => {
		const today = clock.timestamp().slice(0, 10);
		const latest = opened.at(-1);
		if (latest?.today === today) return latest.day;
		const next = {today, day: open(today)};
		opened.push(next);
		if (opened.length > 2) void close(opened.shift() as typeof next).catch(() => undefined);
		// Retry a day that cannot be opened at the next request.
		next.day.catch(() => opened.splice(opened.indexOf(next), 1));
		return next.day;
	};

	await current();
	return {
		current,
		database: {
			rows: async (sql, parameters) => (await current()).database.rows(sql, parameters),
			close: () => {
				for (const one of opened) void close(one).catch(() => undefined);
			},
		},
	};
}
