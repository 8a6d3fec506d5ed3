import {calendarDay} from '../../calendar.ts';
import type {Transport} from '../../ports.ts';
import {getBaseUrl, type Settings} from '../../session/settings.ts';
import type {Context} from '../definition/command.ts';

/** Watches what the answers from the address of the service say: its time, and that it is a sandbox. */
export function watchService(transport: Transport, settings: Settings) {
	let moment: Date | undefined;
	let servedData: string | undefined;
	const address = getBaseUrl(settings);
	const watched: Transport = async (request, options) => {
		const response = await transport(request, options);
		if (address !== undefined && request.url.href.startsWith(address)) {
			const time = Date.parse([response.headers.date].flat()[0] ?? '');
			if (!Number.isNaN(time)) moment = new Date(time);
			servedData = [response.headers['x-sandbox']].flat()[0] ?? servedData;
		}
		return response;
	};
	return {transport: watched, serviceMoment: () => moment, servedData: () => servedData};
}

type Parts = Pick<Context, 'settings' | 'stateDir' | 'clock' | 'note' | 'serviceMoment'>;

const loadClocks = async (stateDir: string) =>
	(await import('../../session/service-clocks.ts')).createServiceClocks(stateDir);

/** Returns the day of a service that was at another day than this machine. */
export async function findServiceDay({
	settings,
	stateDir,
	clock,
}: Pick<Parts, 'settings' | 'stateDir' | 'clock'>): Promise<string | undefined> {
	const address = getBaseUrl(settings);
	const known = address === undefined ? undefined : await (await loadClocks(stateDir)).find(address);
	if (!known) return undefined;
	const {getDayOfService} = await import('../../session/service-clocks.ts');
	return getDayOfService(known, clock.now());
}

/** Keeps the day of the service, which is `today` from now on, and says so if that is news. */
export async function learnServiceDay({settings, stateDir, clock, note, serviceMoment}: Parts): Promise<void> {
	const moment = serviceMoment();
	const address = getBaseUrl(settings);
	if (moment === undefined || address === undefined) return;
	const {compareClocks} = await import('../../session/service-clocks.ts');
	const now = clock.now();
	const found = compareClocks(address, moment, now);
	if (await (await loadClocks(stateDir)).learn(found, now))
		await note(
			`the service is at ${found.day}, this machine at ${calendarDay(now)}: today is the day of the service, unless --today or --tz is given`,
		);
}
