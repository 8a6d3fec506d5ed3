import {expect, test} from 'vitest';
import {getFolders} from '../../src/session/folders.ts';

const at = (env: Record<string, string>, platform = 'linux') =>
	Object.values(getFolders({env, platform, home: '/home/ada'}));

test.each<[string, Record<string, string>, readonly string[]]>([
	['by itself', {}, ['/home/ada/.config/usagectl', '/home/ada/.local/state/usagectl']],
	['where XDG says', {XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s'}, ['/c/usagectl', '/s/usagectl']],
	[
		'relative XDG is no XDG',
		{XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: ''},
		['/home/ada/.config/usagectl', '/home/ada/.local/state/usagectl'],
	],
	['where the user says', {USAGECTL_CONFIG_DIR: '/mine', XDG_CONFIG_HOME: '/c'}, ['/mine', '/mine/state']],
])('%s', (_, env, expected) => {
	expect(at(env)).toEqual(expected);
});

test('on Windows in the folders of the user', () => {
	const [config, state] = at({APPDATA: '/r', LOCALAPPDATA: '/l'}, 'win32');
	expect([config, state]).toEqual(['/r/usagectl', '/l/usagectl']);
});
