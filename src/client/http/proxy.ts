import {CliError} from '../../errors.ts';
import {isLoopback} from './trusted-address.ts';

/** Proxies by the protocol of the address that is called. */
export type ProxySettings = {
	readonly http?: string | undefined;
	readonly https?: string | undefined;
	/** Hosts that are called directly, with commas between them. */
	readonly no?: string | undefined;
};

type Env = Readonly<Record<string, string | undefined>>;

/** The lower-case spelling wins, as with curl. */
const getVariable = (env: Env, name: string) => env[name.toLowerCase()] || env[name] || undefined;

function validateProxy(name: string, address: string | undefined): string | undefined {
	if (address === undefined || (/^https?:\/\//i.test(address) && URL.canParse(address))) return address;
	throw new CliError('usage', `${name} is not a valid proxy address`, {
		hint: `use a value such as ${name}=http://proxy.example:3128`,
	});
}

/** `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` in either spelling. Throws CliError `usage` for what is not an address. */
export const getProxy = (env: Env): ProxySettings => ({
	http: validateProxy('HTTP_PROXY', getVariable(env, 'HTTP_PROXY')),
	https: validateProxy('HTTPS_PROXY', getVariable(env, 'HTTPS_PROXY')),
	no: getVariable(env, 'NO_PROXY'),
});

/** True where an entry of `NO_PROXY` names the host, a domain above it, or everything; with a port, that port alone. */
function isNamed(entry: string, {hostname, port}: URL): boolean {
	const [, name = entry, entryPort = port] = /^(.+):(\d+)$/.exec(entry) ?? [];
	const domain = name.replace(/^\*?\./, '').toLowerCase();
	return domain === '*' || (entryPort === port && (hostname === domain || hostname.endsWith(`.${domain}`)));
}

/** The proxy to call an address through; undefined where it is called directly, as this machine always is. */
export function findProxy({http, https, no = ''}: ProxySettings, url: URL): URL | undefined {
	const address = url.protocol === 'https:' ? https : http;
	if (!address || isLoopback(url.hostname)) return undefined;
	const isDirect = no.split(/[\s,]+/).some(entry => entry !== '' && isNamed(entry, url));
	return isDirect ? undefined : new URL(address);
}

/** Passwords in the addresses of proxies, which must not be shown. */
export const getProxySecrets = ({http, https}: ProxySettings): readonly string[] =>
	[http, https].flatMap(address => {
		const password = address === undefined ? '' : new URL(address).password;
		return password === '' ? [] : [password, decodeURIComponent(password)];
	});
