import type {DownloadPorts} from '../../archive/files/download/run-download.ts';
import type {FileSource} from '../../archive/files/log-kinds.ts';
import type {Context} from '../../cli/definition/command.ts';

export const createPorts = async (
	kind: FileSource,
	{connect, clock, signal, progress, globals}: Context,
): Promise<DownloadPorts> => ({
	client: await connect(),
	kind,
	clock,
	signal,
	progress,
	retries: globals.retries,
	timeoutMs: globals.timeout,
});
