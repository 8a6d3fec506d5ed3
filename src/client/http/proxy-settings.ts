import {CliError} from '../../errors.ts';
import {isDirect, validateNoProxy} from './no-proxy.ts';
import {isLoopback} from './trusted-address.ts';

/** `name` is the variable as it was spelled. */
type Variable = {readonly name: string; readonly value: string};

export type ProxySettings = {
	readonly http?: Variable | undefined;
	readonly https?: Variable | undefined;
	/** Hosts to call directly, separated by commas. */
	readonly no?: Variable | undefined;
};

export type UsedProxy = {
	readonly url: URL;
	/** What to do if the proxy fails, with the variables that were used. */
	readonly hint: string;
};

type Env = Readonly<Record<string, string | undefined>>;

/** The lower-case spelling takes precedence, as in curl. */
function findVariable(env: Env, upper: string): Variable | undefined {
	const name = [upper.toLowerCase(), upper].find(each => env[each]);
	return name === undefined ? undefined : {name, value: env[name] ?? ''};
}

function findProxyVariable(env: Env, upper: string): Variable | undefined {
	const found = findVariable(env, upper);
	if (found === undefined || (/^https?:\/\//i.test(found.value) && URL.canParse(found.value))) return found;
	throw new CliError('usage', `${found.name} is not a valid proxy address`, {
		hint: `use a value such as ${found.name}=http://proxy.example:3128`,
	});
}

/** Throws CliError (usage) for an invalid address. */
export function getProxy(env: Env): ProxySettings {
	const no = findVariable(env, 'NO_PROXY');
	if (no) validateNoProxy(no.name, no.value);
	return {http: findProxyVariable(env, 'HTTP_PROXY'), https: findProxyVariable(env, 'HTTPS_PROXY'), no};
}

/** Returns undefined for a direct connection, which loopback addresses always use. */
export function findProxy({http, https, no}: ProxySettings, url: URL): UsedProxy | undefined {
	const proxy = url.protocol === 'https:' ? https : http;
	if (!proxy || isLoopback(url.hostname) || (no && isDirect(no.value, url))) return undefined;
	return {
		url: new URL(proxy.value),
		hint: `check ${proxy.name} (with its user and password) and ${no?.name ?? 'NO_PROXY'}, or ask the operator of the proxy`,
	};
}

export const getProxySecrets = ({http, https}: ProxySettings): readonly string[] =>
	[http, https].flatMap(variable => {
		const password = variable === undefined ? '' : new URL(variable.value).password;
		return password === '' ? [] : [password, decodeURIComponent(password)];
	});
