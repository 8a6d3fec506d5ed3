import {CliError} from '../../errors.ts';
import {isLoopback} from './trusted-address.ts';

export type ProxySettings = {
	readonly http?: string | undefined;
	readonly https?: string | undefined;
	/** Hosts to call directly, separated by commas. */
	readonly no?: string | undefined;
};

type Env = Readonly<Record<string, string | undefined>>;

/** The lower-case spelling takes precedence, as in curl. */
const getVariable = (env: Env, name: string) => env[name.toLowerCase()] || env[name] || undefined;

function validateProxy(name: string, address: string | undefined): string | undefined {
	if (address === undefined || (/^https?:\/\//i.test(address) && URL.canParse(address))) return address;
	throw new CliError('usage', `${name} is not a valid proxy address`, {
		hint: `use a value such as ${name}=http://proxy.example:3128`,
	});
}

/** Throws CliError (usage) for an invalid address. */
export const getProxy = (env: Env): ProxySettings => ({
	http: validateProxy('HTTP_PROXY', getVariable(env, 'HTTP_PROXY')),
	https: validateProxy('HTTPS_PROXY', getVariable(env, 'HTTPS_PROXY')),
	no: getVariable(env, 'NO_PROXY'),
});

/** An entry of `NO_PROXY` matches the host, a parent domain or everything; with a port, only that port. */
function matchesEntry(entry: string, {hostname, port}: URL): boolean {
	const [, name = entry, entryPort = port] = /^(.+):(\d+)$/.exec(entry) ?? [];
	const domain = name.replace(/^\*?\./, '').toLowerCase();
	return domain === '*' || (entryPort === port && (hostname === domain || hostname.endsWith(`.${domain}`)));
}

/** Returns undefined for a direct connection, which loopback addresses always use. */
export function findProxy({http, https, no = ''}: ProxySettings, url: URL): URL | undefined {
	const address = url.protocol === 'https:' ? https : http;
	if (!address || isLoopback(url.hostname)) return undefined;
	const isDirect = no.split(/[\s,]+/).some(entry => entry !== '' && matchesEntry(entry, url));
	return isDirect ? undefined : new URL(address);
}

export const getProxySecrets = ({http, https}: ProxySettings): readonly string[] =>
	[http, https].flatMap(address => {
		const password = address === undefined ? '' : new URL(address).password;
		return password === '' ? [] : [password, decodeURIComponent(password)];
	});
