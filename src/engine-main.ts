import {createEngine, type Engine, type EngineOptions} from './archive/sql/engine.ts';
import type {EngineReply, EngineRequest} from './archive/sql/engine-process.ts';
import {CliError} from './errors.ts';

/** Runs the database engine in a process of its own, which answers the requests of its parent and exits with it. */

let engine: Engine | undefined;

async function answer({name, args}: EngineRequest): Promise<EngineReply> {
	try {
		if (name === 'open') {
			await engine?.close();
			engine = await createEngine(args[0] as EngineOptions);
			return {result: undefined};
		}
		const method = engine?.[name] as (...args: readonly unknown[]) => Promise<unknown>;
		return {result: await method(...args)};
	} catch (error) {
		if (error instanceof CliError) {
			const {kind, message, details} = error;
			return {
				kind,
				message,
				details: {hint: details.hint, ...(details.code === undefined ? {} : {code: details.code})},
			};
		}
		return {message: error instanceof Error ? error.message : String(error)};
	}
}

process.on('message', (request: EngineRequest) => void answer(request).then(found => process.send?.(found)));
// Nothing else would end a running query.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C reaches both processes; the parent decides.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
