import {constants} from 'node:fs';
import {access} from 'node:fs/promises';
import {dirname} from 'node:path';
import {isSettingName} from '../../session/setting-table.ts';
import type {Context} from '../command.ts';
import {type Check, type Finding, ok, problem, toProblem} from './finding.ts';

/** Checks that the folder can be written, or, where it does not exist, the nearest one above it. */
async function checkFolder(check: string, folder: string): Promise<Finding> {
	for (let path = folder; ; path = dirname(path)) {
		try {
			await access(path, constants.W_OK);
			return ok(check, folder === path ? folder : `${folder} (not made yet)`);
		} catch (error) {
			const {code, message} = error as NodeJS.ErrnoException;
			if (code === 'ENOENT' && dirname(path) !== path) continue;
			return problem(check, message, {advice: 'set USAGECTL_CONFIG_DIR to a folder that can be written', kind: 'disk'});
		}
	}
}

export const checkFolders: Check = async ({configDir, stateDir}) =>
	Promise.all([checkFolder('config folder', configDir), checkFolder('state folder', stateDir)]);

export async function checkSettings({settingsStore, settings}: Context): Promise<readonly Finding[]> {
	const check = 'settings';
	try {
		const {defaults, profiles} = await settingsStore.read();
		const names = [defaults, ...Object.values(profiles)].flatMap(values => Object.keys(values));
		const unknown = [...new Set(names.filter(name => !isSettingName(name)))];
		const advice = unknown.length > 0 ? `not known to this version: ${unknown.join(', ')}` : undefined;
		return [ok(check, `${settingsStore.path}, profile ${settings.profile}`, advice)];
	} catch (error) {
		return [toProblem(check, error)];
	}
}

/** Reading the file checks its owner and mode too. */
export async function checkSessionFile({sessions}: Context): Promise<readonly Finding[]> {
	const check = 'session file';
	try {
		const store = await sessions();
		const count = (await store.list()).length;
		return [ok(check, `${store.path}: ${count} ${count === 1 ? 'session' : 'sessions'}, for this user alone`)];
	} catch (error) {
		return [toProblem(check, error)];
	}
}
