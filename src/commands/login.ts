import {getCallParts} from '../cli/context/call-parts.ts';
import {learnServiceDay} from '../cli/context/service-clock.ts';
import type {Context} from '../cli/definition/command.ts';
import {defineCommand} from '../cli/definition/command.ts';
import {text} from '../cli/definition/flag-values.ts';
import {userFlag} from '../cli/definition/globals.ts';
import type {Credentials} from '../client/sign-in.ts';
import {CliError} from '../errors.ts';
import {privateFileReaders} from '../files/platform.ts';
import {getBaseUrl, getText, type Settings} from '../session/settings.ts';
import {setProfile} from '../session/stored-settings.ts';

function validateSources({globals, settings}: Context): void {
	const typed = (['password-file', 'password-command'] as const).filter(
		name => settings.values[name]?.origin === 'flag',
	);
	const named = [...(globals.passwordStdin ? ['password-stdin'] : []), ...typed].map(name => `--${name}`);
	if (named.length > 1)
		throw new CliError('usage', `${named.join(' and ')} cannot be combined`, {
			hint: 'give one source of the password',
		});
}

function validateProfile({settings}: Context): void {
	if (settings.sandbox)
		throw new CliError('usage', 'the sandbox does not require login', {
			hint: 'add --sandbox to a command, which then signs in by itself',
		});
}

async function getPassword(context: Context, user: string): Promise<string> {
	const {globals, settings, env, terminal} = context;
	const {findPassword, parsePassword, readPassword} = await import('../session/password.ts');
	if (globals.passwordStdin) return readPassword(terminal.stdin.chunks(), '--password-stdin');
	const found = await findPassword({settings, env, timeoutMs: globals.timeout, signal: context.signal});
	if (found) return found.password;
	const typed = await terminal.ask({
		text: `Password of ${user}`,
		secret: true,
		flag: '--password-stdin or --password-file',
	});
	return parsePassword(Buffer.from(typed), 'the terminal');
}

const toProfile = (settings: Settings, {user}: Credentials) => ({
	'base-url': getBaseUrl(settings),
	user,
	...(settings.values.product?.origin === 'flag' ? {product: settings.values.product.texts.join(',')} : {}),
	...(getText(settings, 'insecure-http') === 'true' ? {'insecure-http': 'true'} : {}),
});

/** Prints the request with a masked password, so the user is not asked for it. */
async function printRequest({connect}: Context, input: object): Promise<void> {
	const [{auth}, {masked}] = await Promise.all([import('../contract/operations/auth.ts'), import('../client/mask.ts')]);
	const client = await connect();
	await client.raw(auth.login, {...input, password: masked});
}

export const command = defineCommand({
	description: `Signs in with a user name and a password, and stores the session in a file that only you can read. Asks for
the user name and the password if they are not given. The password is never stored. Without a terminal, use --password-stdin,
--password-file or --password-command, or set USAGECTL_PASSWORD.`,
	examples: [
		{
			line: 'usagectl login --base-url https://service.example --user ada@example.com',
			caption: 'sign in; prompts for the password',
		},
		{
			line: 'usagectl login --profile work --password-command "pass show usage"',
			caption: 'sign in with the password from a password manager',
		},
	],
	takes: ['product', 'baseUrl', 'cookies', 'connection', 'password', 'printRequest'],
	flags: {user: userFlag},
	run: async (_options, _args, context) => {
		const {settings, globals, mask, sessions, settingsStore, terminal, note, detail} = context;
		validateProfile(context);
		validateSources(context);
		const {requireAddress} = await import('../client/connect.ts');
		const address = requireAddress(settings);
		const user = getText(settings, 'user') ?? text(await terminal.ask({text: 'User', flag: '--user'}));
		const cookies = getText(settings, 'cookies') === 'true';
		if (globals.printRequest) await printRequest(context, {user, ...(cookies ? {useCookies: true} : {})});
		const credentials = {user, password: await getPassword(context, user)};
		mask.add(credentials.password);
		const {signIn} = await import('../client/sign-in.ts');
		const session = await signIn(credentials, {...getCallParts(context), address, cookies});
		const store = await sessions();
		await store.put(settings.profile, session);
		await settingsStore.update(stored => setProfile(stored, settings.profile, toProfile(settings, credentials)));
		await note(`signed in at ${address} as ${user} (profile ${settings.profile})`);
		await learnServiceDay(context);
		await detail(`the session is stored in ${store.path}, ${privateFileReaders}`);
		return {};
	},
});
