import {access} from 'node:fs/promises';
import type {Context} from '../../cli/definition/command.ts';
import {wantsColor} from '../../terminal/color.ts';
import {type Finding, ok, problem, skipped} from './finding.ts';

/** The first Node that still gets security fixes (support of 20 ended on 2026-04-30). */
const oldestSupported = 22;

export async function checkNode(): Promise<readonly Finding[]> {
	const {version, platform, arch} = process;
	const old = Number(/^v(\d+)/.exec(version)?.[1]) < oldestSupported;
	const advice = old ? `works, but gets no more security fixes: Node ${oldestSupported} or newer does` : undefined;
	return [ok('node', `${version} on ${platform} ${arch}`, advice)];
}

export async function checkTerminal({terminal: {stdout, stdin}, env, globals}: Context): Promise<readonly Finding[]> {
	const color = wantsColor(globals.color, {env, isTTY: stdout.isTTY}) ? 'with colours' : 'without colours';
	const where = stdout.isTTY ? `stdout is a terminal of ${stdout.columns()} columns` : 'stdout is no terminal';
	const asks =
		stdin.isTTY && stdout.isTTY && globals.input && !env.CI ? 'questions can be asked' : 'nobody can be asked';
	return [ok('terminal', `${where}, ${color}; ${asks}`)];
}

export async function checkEngine(): Promise<readonly Finding[]> {
	try {
		const {version} = await import('@duckdb/node-api');
		return [ok('sandbox engine', `DuckDB ${version()}`)];
	} catch (error) {
		const missing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
		return missing
			? [skipped('sandbox engine', 'not installed (it is optional): install usagectl without --omit=optional')]
			: [problem('sandbox engine', (error as Error).message, {advice: 'install usagectl anew', kind: 'internal'})];
	}
}

/** Node does not report a missing certificate file, or checks that are switched off. */
export async function checkCertificates({env}: Context): Promise<readonly Finding[]> {
	const check = 'certificates';
	const file = env.NODE_EXTRA_CA_CERTS;
	if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
		return [
			problem(check, 'NODE_TLS_REJECT_UNAUTHORIZED=0 switches all checks off', {
				advice: 'unset it; for a company’s own authority set NODE_EXTRA_CA_CERTS',
				kind: 'network',
			}),
		];
	if (!file) return [ok(check, 'those of Node')];
	return access(file).then(
		() => [ok(check, `those of Node and of ${file}`)],
		() => [
			problem(check, `NODE_EXTRA_CA_CERTS names ${file}, which cannot be read`, {
				advice: 'Node goes on without it: name the right file',
				kind: 'network',
			}),
		],
	);
}
