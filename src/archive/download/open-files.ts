import {CliError} from '../../errors.ts';
import type {Clock} from '../../ports.ts';
import type {FetchPorts} from './fetch-file.ts';
import {fileSources, getLogFiles, type LogFile} from './log-file.ts';

const pollMs = 10_000;

type ListPorts = Pick<FetchPorts, 'client' | 'kind' | 'signal'>;

export const listLogFiles = async ({client, kind, signal}: ListPorts): Promise<readonly LogFile[]> =>
	getLogFiles(await client.call(fileSources[kind].listFiles, {}, {signal}));

/**
 * Waits at most `waitMs` until the service has processed open files. Returns the files as they are listed then: an open
 * file may have become final.
 */
export async function waitForOpenFiles(
	files: readonly LogFile[],
	waitMs: number,
	ports: ListPorts & {readonly clock: Clock},
): Promise<readonly LogFile[]> {
	const {clock, signal} = ports;
	const end = clock.now().getTime() + waitMs;
	let current = files;
	while (current.some(({available}) => !available)) {
		const left = end - clock.now().getTime();
		if (left <= 0) break;
		await clock.sleep(Math.min(pollMs, left), signal);
		const listed = await listLogFiles(ports);
		current = current.map(file => listed.find(({name}) => name === file.name) ?? file);
	}
	return current;
}

export const createNotReadyError = ({name}: LogFile) =>
	new CliError('notReady', `${name} is still being processed by the service`, {
		hint: 'run the command again in a few minutes, or add --wait 10m',
		retryable: true,
	});
