import {CliError} from '../../errors.ts';
import type {Clock} from '../../ports.ts';
import {logKinds} from '../kinds.ts';
import {getLogFiles, type LogFile} from '../log-file.ts';
import type {Source} from './fetch-file.ts';

const pollMs = 10_000;

type Lister = Pick<Source, 'client' | 'kind' | 'signal'>;

export const listLogFiles = async ({client, kind, signal}: Lister): Promise<readonly LogFile[]> =>
	getLogFiles(await client.call(logKinds[kind].endpoints.listFiles, {}, {signal}));

/**
 * Waits until the service has done processing open files, for so long at most. Returns them as they are listed then: one
 * may have become final in between.
 */
export async function awaitOpenFiles(
	files: readonly LogFile[],
	waitMs: number,
	source: Lister & {readonly clock: Clock},
): Promise<readonly LogFile[]> {
	const {clock, signal} = source;
	const end = clock.now().getTime() + waitMs;
	let current = files;
	while (current.some(({available}) => !available)) {
		const left = end - clock.now().getTime();
		if (left <= 0) break;
		await clock.sleep(Math.min(pollMs, left), signal);
		const listed = await listLogFiles(source);
		current = current.map(file => listed.find(({name}) => name === file.name) ?? file);
	}
	return current;
}

export const notReady = ({name}: LogFile) =>
	new CliError('notReady', `${name} is still being processed by the service`, {
		hint: 'run it again in some minutes, or wait for it with --wait 10m',
		retryable: true,
	});
