import {getFirstProduct} from '../cli/context/open-sandbox.ts';
import {type Context, defineCommand} from '../cli/definition/command.ts';
import {toggle} from '../cli/definition/flag.ts';
import {requestGroups} from '../cli/definition/globals.ts';
import {CliError, exitCodes} from '../errors.ts';
import type {Session} from '../session/session.ts';
import {getBaseUrl, getText} from '../session/settings.ts';

const units = [
	['d', 86_400],
	['h', 3600],
	['min', 60],
	['s', 1],
] as const;

/** Prints a duration in its two largest units: `2 h 5 min`. */
function formatAge(milliseconds: number): string {
	let left = Math.max(0, Math.floor(milliseconds / 1000));
	const parts = units.flatMap(([unit, seconds]) => {
		const count = Math.floor(left / seconds);
		left -= count * seconds;
		return count > 0 ? [`${count} ${unit}`] : [];
	});
	return parts.slice(0, 2).join(' ') || '0 s';
}

type Found = {readonly source: 'file' | 'environment'; readonly kind: 'id' | 'cookie'; readonly session?: Session};

async function findSession({settings, env, sessions}: Context): Promise<Found | undefined> {
	if (!settings.sandbox && env.USAGECTL_SESSION_ID) return {source: 'environment', kind: 'id'};
	const address = getBaseUrl(settings);
	const session = address === undefined ? undefined : await (await sessions()).find(settings.profile, address);
	const user = getText(settings, 'user');
	if (!session || (user !== undefined && user !== session.user)) return undefined;
	return {source: 'file', kind: 'sessionId' in session ? 'id' : 'cookie', session};
}

async function check(context: Context): Promise<void> {
	const product = await getFirstProduct(context);
	if (product === undefined)
		throw new CliError('usage', '--check needs a product', {
			hint: 'give -p ID, or store a default: usagectl profile set --product ID',
		});
	const {meta} = await import('../contract/operations/meta.ts');
	const client = await context.connect();
	await client.call(meta.oldestReportedDate, {}, {product});
}

export const command = defineCommand({
	description: `Shows the profile, user, service and product in use, and the age of the session, without connecting to the service.
--check also sends a request to find out if the session is still valid, and exits with status 3 if it is not.`,
	examples: [
		{line: 'usagectl whoami', caption: 'current user and service'},
		{line: 'usagectl whoami --check', caption: 'check that the session is still valid'},
	],
	takes: [...requestGroups, 'out', 'fields'],
	flags: {check: toggle({flags: '--check', summary: 'Check the session with one small request; needs a product'})},
	run: async (options, _args, context) => {
		const {settings, globals, clock, note} = context;
		(await import('../client/connect.ts')).validateProfileExists(settings);
		const found = await findSession(context);
		if (options.check) await check(context);
		const one = {
			profile: settings.profile,
			user: found?.session?.user ?? getText(settings, 'user') ?? null,
			baseUrl: getBaseUrl(settings) ?? null,
			product: globals.products.length > 0 ? globals.products.join(',') : null,
			session: found?.kind ?? null,
			sessionFrom: found?.source ?? null,
			openedAt: found?.session?.openedAt ?? null,
			age: found?.session ? formatAge(clock.now().getTime() - Date.parse(found.session.openedAt)) : null,
			...(options.check ? {checked: true} : {}),
		};
		if (found || options.check || settings.sandbox) return {one};
		await note('not signed in; sign in with usagectl login');
		return {one, exit: exitCodes.auth};
	},
});
