import type {DownloadWorld} from '../../archive/download.ts';
import type {LogKind} from '../../archive/kinds.ts';
import type {Context} from '../command.ts';

/** What the archive needs of a command's context. */
export const createWorld = async (
	kind: LogKind,
	{connect, clock, signal, progress, globals}: Context,
): Promise<DownloadWorld> => ({
	client: await connect(),
	kind,
	clock,
	signal,
	progress,
	retries: globals.retries,
	timeoutMs: globals.timeout,
});
