import type {Promised} from '../promise.ts';

const area = 'Starting and signing in';

export const starting: readonly Promised[] = [
	{area, promise: '`--version`', steps: [{words: '--version'}], stdout: /^\d+\.\d+\.\d+\r?\n$/},
	{area, promise: '`help` of a command', steps: [{words: 'keys update --help'}], stdout: /--batch-size/},
	{
		area,
		promise: 'an error in the command line exits with status 2 and a hint',
		steps: [{words: 'report curent', code: 2}],
		stderr: /^error: .*\n[\s\S]*hint: /,
	},
	{
		area,
		promise: 'settings are stored in `%LOCALAPPDATA%\\usagectl`',
		steps: [{words: 'doctor -o csv', code: [0, 2]}],
		stdout: /\\profile\\usagectl\\settings\.json/,
	},
	{
		area,
		promise: '`USAGECTL_CONFIG_DIR` moves the settings',
		steps: [{words: 'doctor -o csv', code: [0, 2], env: {USAGECTL_CONFIG_DIR: '{folder}\\elsewhere'}}],
		stdout: /\\elsewhere\\settings\.json/,
	},
	{
		area,
		promise: '`login` with a password that ends with CRLF',
		files: {password: '{password}\r\n'},
		steps: [{words: 'login --user {user} --password-stdin', stdin: 'password'}],
		hidden: /{password}/,
		left: {'profile/usagectl/session.json': /"sessionId"/},
	},
	{area, promise: '`whoami`', steps: [{words: 'whoami --check -o json'}], stdout: /{user}/},
	{
		area,
		promise: 'a setting is stored',
		steps: [{words: 'profile set default --timeout 30s'}, {words: 'profile list --origin -o csv'}],
		stdout: /timeout,30s/,
	},
	{
		area,
		promise: '`doctor` names the system, its folders and their rights, and reaches the service',
		steps: [{words: 'doctor -o csv', code: [0, 2]}],
		stdout: /on win32[\s\S]*usagectl\\state[\s\S]*folder permissions[\s\S]*address,ok/,
	},
	{
		area,
		promise: 'an unreachable service exits with status 5',
		steps: [
			{
				words: 'login --retries 0 --user ada --password-stdin',
				stdin: 'password',
				env: {USAGECTL_BASE_URL: 'http://127.0.0.1:9'},
				code: 5,
			},
		],
		stderr: /hint: /,
	},
	{
		area,
		promise: 'a named profile',
		steps: [{words: 'profile set work --base-url https://service.example'}, {words: 'profile list -o csv'}],
		stdout: /work,/,
	},
];

/** The last ones of all. */
export const ending: readonly Promised[] = [
	{
		area,
		promise: '`logout` leaves no session',
		steps: [{words: 'logout'}, {words: 'whoami -o json', code: [0, 3]}],
		left: {'profile/usagectl/session.json': /^(?![\s\S]*"sessionId")/},
	},
];
