import type {ClusterPorts} from '../../archive/cluster/cluster.ts';
import type {ClusterAddress} from '../../archive/cluster/engine-address.ts';
import {validateAddress} from '../../client/http/trusted-address.ts';
import {CliError} from '../../errors.ts';
import {getText} from '../../session/settings.ts';
import type {Context} from '../definition/command.ts';
import {getCallParts} from './call-parts.ts';

/**
 * Returns the cluster of `--engine`, or undefined if paths are given. Throws CliError (usage) if both are typed, or if usagectl
 * cannot query the engine.
 */
export function findCluster({globals, settings}: Context, paths: readonly string[]): ClusterAddress | undefined {
	const {engine} = globals;
	const isTyped = settings.values.engine?.origin === 'flag';
	if (engine === undefined || (paths.length > 0 && !isTyped)) return undefined;
	if (paths.length > 0)
		throw new CliError('usage', `--engine cannot be combined with paths (${paths[0]})`, {
			hint: 'leave out --engine, or the paths',
		});
	if (!('server' in engine))
		throw new CliError('usage', `usagectl cannot query ${engine.engine}`, {
			hint: 'query trino:// or clickhouse://; for other engines see engine-setup',
		});
	validateAddress(engine.server, getText(settings, 'insecure-http') === 'true', `${engine.engine}s://`);
	return engine;
}

async function findPassword({globals, settings, env, terminal, signal}: Context): Promise<string | undefined> {
	const sources = await import('../../session/password.ts');
	if (globals.passwordStdin) return sources.readPassword(terminal.stdin.chunks(), '--password-stdin');
	// The profile's sources of passwords are for the service, not for an engine.
	const typed = Object.entries(settings.values).filter(([, setting]) => setting?.origin === 'flag');
	const found = await sources.findPassword({
		settings: {...settings, sandbox: false, values: Object.fromEntries(typed)},
		env: {...env, USAGECTL_PASSWORD: env.USAGECTL_ENGINE_PASSWORD},
		timeoutMs: globals.timeout,
		signal,
	});
	return found?.password;
}

/** Returns what queries of a cluster need: password, proxy, retries and limits of this run. */
export async function getClusterPorts(address: ClusterAddress, context: Context): Promise<ClusterPorts> {
	const {mask, terminal, globals, settings, signal, network: transport} = context;
	const password = await findPassword(context);
	if (password !== undefined) mask.add(password);
	const {exchange} = await import('../../client/http/retrying-exchange.ts');
	return {
		transport,
		clock: context.clock,
		today: context.today,
		exchange: (request, signal) => exchange(request, 'read', {...getCallParts(context), transport, signal}),
		address,
		password,
		askPassword: async () => {
			const text = `Password for ${address.user} on ${address.engine}`;
			const typed = await terminal.ask({text, secret: true, flag: '--password-file, or set USAGECTL_ENGINE_PASSWORD'});
			const {parsePassword} = await import('../../session/password.ts');
			const asked = parsePassword(Buffer.from(typed), 'the answer');
			mask.add(asked);
			return asked;
		},
		maxAnswerBytes: globals.maxAnswer,
		timeoutMs: globals.timeout,
		statementTimeoutMs: settings.values.timeout?.origin === 'default' ? undefined : globals.timeout,
		signal,
		showWaiting: context.progress.wait,
	};
}
