import {expect, test} from 'vitest';
import {findAssumedFolder, getFolders} from '../../src/session/folders.ts';

const at = (env: Record<string, string>, platform = 'linux') =>
	Object.values(getFolders({env, platform, home: () => '/home/ada'}));

test.each<[string, Record<string, string>, readonly string[]]>([
	['by itself', {}, ['/home/ada/.config/usagectl', '/home/ada/.local/state/usagectl']],
	['where XDG says', {XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s'}, ['/c/usagectl', '/s/usagectl']],
	[
		'relative XDG is no XDG',
		{XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: ''},
		['/home/ada/.config/usagectl', '/home/ada/.local/state/usagectl'],
	],
	['in the home of HOME', {HOME: '/h'}, ['/h/.config/usagectl', '/h/.local/state/usagectl']],
	...['', '.', '~', 'home'].map((HOME): [string, Record<string, string>, readonly string[]] => [
		`not in HOME=${HOME}`,
		{HOME},
		['/home/ada/.config/usagectl', '/home/ada/.local/state/usagectl'],
	]),
	['with ~ as the home', {USAGECTL_CONFIG_DIR: '~/mine'}, ['/home/ada/mine', '/home/ada/mine/state']],
	['with ~ as HOME', {USAGECTL_CONFIG_DIR: '~/mine', HOME: '/h'}, ['/h/mine', '/h/mine/state']],
	['where the user says', {USAGECTL_CONFIG_DIR: '/mine', XDG_CONFIG_HOME: '/c'}, ['/mine', '/mine/state']],
])('%s', (_, env, expected) => {
	expect(at(env)).toEqual(expected);
});

test('on Windows, uses the folders of the user', () => {
	const given = at({APPDATA: '/r', LOCALAPPDATA: '/l', XDG_CONFIG_HOME: '/c'}, 'win32');
	expect(given).toEqual(['/l/usagectl', '/l/usagectl/state']);
	expect(at({}, 'win32')).toEqual(['/home/ada/AppData/Local/usagectl', '/home/ada/AppData/Local/usagectl/state']);
});

test.each([
	['without HOME', {}, '/root/.config/usagectl'],
	['with HOME', {HOME: '/root'}, undefined],
	['with an empty HOME', {HOME: ''}, '/root/.config/usagectl'],
	['with a relative HOME', {HOME: '~'}, '/root/.config/usagectl'],
	['with an own folder', {USAGECTL_CONFIG_DIR: '/mine'}, undefined],
	['with half of the folders', {XDG_CONFIG_HOME: '/c'}, '/root/.local/state/usagectl'],
	['with both folders', {XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s'}, undefined],
] as const)('%s, finds the folder that was assumed', (_, env, folder) => {
	expect(findAssumedFolder({env, platform: 'linux', home: () => '/root'})).toBe(folder);
});
