import {constants} from 'node:fs';
import {access, stat} from 'node:fs/promises';
import {dirname, resolve, win32} from 'node:path';
import {findIgnoredZone} from '../calendar.ts';
import {isEngineMissing} from '../errors.ts';
import {readRegular} from '../files/file-bytes.ts';
import {hasOwners, isWritableByOthers, privateFileReaders} from '../files/platform.ts';
import {findRepository} from '../files/trust/trusted-path.ts';
import {isSettingName} from '../session/setting-table.ts';
import {wantsColor} from '../terminal/color.ts';
import {counted} from '../text/wording.ts';
import {type Check, type DoctorPorts, type Finding, ok, problem, skipped, toProblem} from './finding.ts';

/** The oldest Node release that still gets security fixes (those for 20 ended on 2026-04-30). */
const oldestSupported = 22;

export async function checkNode(): Promise<readonly Finding[]> {
	const {version, platform, arch} = process;
	const old = Number(/^v(\d+)/.exec(version)?.[1]) < oldestSupported;
	const advice = old ? `works, but receives no security fixes: update to Node ${oldestSupported} or newer` : undefined;
	return [ok('node', `${version} on ${platform} ${arch}`, advice)];
}

export async function checkTerminal({
	terminal: {stdout, stdin},
	env,
	globals,
}: DoctorPorts): Promise<readonly Finding[]> {
	const color = wantsColor(globals.color, {env, isTTY: stdout.isTTY}) ? 'color' : 'no color';
	const where = stdout.isTTY ? `stdout is a terminal of ${stdout.columns()} columns` : 'stdout is not a terminal';
	const asks = stdin.isTTY && stdout.isTTY && globals.input && !env.CI ? 'interactive' : 'not interactive';
	return [ok('terminal', `${where}, ${color}; ${asks}`)];
}

export async function checkZone({env, today, globals: {tz}}: DoctorPorts): Promise<readonly Finding[]> {
	const ignored = tz === undefined ? findIgnoredZone(env) : undefined;
	const zone = tz ?? new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'of the system';
	if (ignored === undefined) return [ok('time zone', `${zone}: today is ${today}`)];
	return [
		problem('time zone', `TZ=${ignored} is not the name of a time zone, so UTC is used: today is ${today}`, {
			advice: 'set TZ to a name such as Europe/Berlin, or give --tz',
			kind: 'usage',
		}),
	];
}

export async function checkEngine(): Promise<readonly Finding[]> {
	try {
		const {version} = await import('@duckdb/node-api');
		return [ok('sandbox engine', `DuckDB ${version()}`)];
	} catch (error) {
		return isEngineMissing(error)
			? [skipped('sandbox engine', 'not installed (optional): reinstall usagectl without --omit=optional')]
			: [problem('sandbox engine', (error as Error).message, {advice: 'reinstall usagectl', kind: 'internal'})];
	}
}

/** DER begins with an ASN.1 sequence, PEM with text. */
const isDer = (bytes: Buffer) => bytes[0] === 0x30 && (bytes[1] ?? 0) >= 0x80;

/** Node does not report a missing certificate file, or checks that are switched off. */
export async function checkCertificates({env}: DoctorPorts): Promise<readonly Finding[]> {
	const check = 'certificates';
	const file = env.NODE_EXTRA_CA_CERTS;
	if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
		return [
			problem(check, 'NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate checks', {
				advice: 'unset it; for a private certificate authority, set NODE_EXTRA_CA_CERTS',
				kind: 'network',
			}),
		];
	if (!file) return [ok(check, 'built into Node')];
	return readRegular(file).then(
		bytes => [
			isDer(bytes)
				? problem(check, `NODE_EXTRA_CA_CERTS names ${file}, a certificate in DER form, which Node does not read`, {
						advice: `convert it to PEM: openssl x509 -inform der -in '${file}' -out '${file}.pem'`,
						kind: 'network',
					})
				: ok(check, `built into Node, and from ${file}`),
		],
		() => [
			problem(check, `NODE_EXTRA_CA_CERTS names ${file}, which cannot be read`, {
				advice: 'correct the path: Node ignores a file that it cannot read',
				kind: 'network',
			}),
		],
	);
}

/** Checks that the folder can be written or, if it does not exist, the nearest one above it. */
async function checkFolder(check: string, folder: string): Promise<Finding> {
	for (let path = folder; ; path = dirname(path)) {
		try {
			await access(path, constants.W_OK);
			const repository = await findRepository(resolve(folder));
			const advice =
				repository && `it is in the repository ${repository}: do not commit it, or set USAGECTL_CONFIG_DIR`;
			return ok(check, folder === path ? folder : `${folder} (not created yet)`, advice);
		} catch (error) {
			const {code, message} = error as NodeJS.ErrnoException;
			if (code === 'ENOENT' && dirname(path) !== path) continue;
			return problem(check, message, {advice: 'set USAGECTL_CONFIG_DIR to a writable folder', kind: 'disk'});
		}
	}
}

export const checkFolders: Check = async ({configDir, stateDir}) =>
	Promise.all([checkFolder('config folder', configDir), checkFolder('state folder', stateDir)]);

/** Returns whether a folder on Windows is in the user's profile, whose permissions it then inherits. */
export function isInProfile(folder: string, env: DoctorPorts['env']): boolean {
	return [env.LOCALAPPDATA, env.USERPROFILE].filter(Boolean).some(profile => {
		const way = win32.relative(profile ?? '', folder);
		return !way.startsWith('..') && !win32.isAbsolute(way);
	});
}

const rightsCheck = 'folder permissions';
/** Windows has no permission bits, and only a program of its own (icacls) reads its access control lists. */
const checkProfile = ({configDir, env}: DoctorPorts): Finding =>
	isInProfile(configDir, env)
		? ok(
				rightsCheck,
				"in the user's profile, with its permissions unless someone changed them",
				`show them: icacls "${configDir}"`,
			)
		: problem(rightsCheck, "not in the user's profile: everyone who can read the folder can read sessions", {
				advice: `icacls "${configDir}" /inheritance:r /grant:r "%USERNAME%:(OI)(CI)F"`,
				kind: 'usage',
			});

/** Checks the permissions of the folder; sessions and journals in it have mode 0600. */
export async function checkRights(ports: DoctorPorts): Promise<readonly Finding[]> {
	if (!hasOwners) return [checkProfile(ports)];
	const {configDir} = ports;
	const found = await stat(configDir).catch(() => undefined);
	if (!found) return [ok(rightsCheck, 'will be created readable only by this user (0700)')];
	const mode = `0${(found.mode & 0o777).toString(8)}`;
	if (!isWritableByOthers(found)) return [ok(rightsCheck, `${mode}; sessions and journals in it are 0600`)];
	return [
		problem(rightsCheck, `${mode}: other users can change it`, {advice: `chmod 700 '${configDir}'`, kind: 'disk'}),
	];
}

export async function checkSettings({settingsStore, settings}: DoctorPorts): Promise<readonly Finding[]> {
	const check = 'settings';
	try {
		const {profiles} = await settingsStore.read();
		const names = Object.values(profiles).flatMap(values => Object.keys(values));
		const unknown = [...new Set(names.filter(name => !isSettingName(name)))];
		const advice = unknown.length > 0 ? `unknown to this version: ${unknown.join(', ')}` : undefined;
		return [ok(check, `${settingsStore.path}, profile ${settings.profile}`, advice)];
	} catch (error) {
		return [toProblem(check, error)];
	}
}

/** Reading the file checks its owner and mode too. */
export async function checkSessionFile({sessions}: DoctorPorts): Promise<readonly Finding[]> {
	const check = 'session file';
	try {
		const store = await sessions();
		const stored = await store.list();
		if (stored) return [ok(check, `${store.path}: ${counted(stored.length, 'session')}, ${privateFileReaders}`)];
		const advice = 'sign in again, which replaces it: usagectl login';
		return [problem(check, `${store.path} is empty or damaged: it has no sessions`, {advice, kind: 'auth'})];
	} catch (error) {
		return [toProblem(check, error)];
	}
}
