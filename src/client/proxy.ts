import {CliError} from '../errors.ts';

/** Proxies by the protocol of what is asked; loopback is never asked through one. */
export type ProxySettings = {
	readonly http?: string | undefined;
	readonly https?: string | undefined;
	/** Hosts that are asked directly, with commas between them. */
	readonly no?: string | undefined;
};

type Env = Readonly<Record<string, string | undefined>>;

/** The small spelling wins, as with curl. */
const either = (env: Env, name: string) => env[name.toLowerCase()] || env[name] || undefined;

function validateProxy(name: string, address: string | undefined): string | undefined {
	if (address === undefined || (/^https?:\/\//i.test(address) && URL.canParse(address))) return address;
	throw new CliError('usage', `${name} is not the address of a proxy`, {
		hint: `such as ${name}=http://proxy.example:3128`,
	});
}

/** What `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` say, in either spelling. Throws CliError `usage` for what is no address. */
export const getProxy = (env: Env): ProxySettings => ({
	http: validateProxy('HTTP_PROXY', either(env, 'HTTP_PROXY')),
	https: validateProxy('HTTPS_PROXY', either(env, 'HTTPS_PROXY')),
	no: either(env, 'NO_PROXY'),
});

/** Passwords in the addresses of proxies, which nothing may show. */
export const getProxySecrets = ({http, https}: ProxySettings): readonly string[] =>
	[http, https].flatMap(address => {
		const password = address === undefined ? '' : new URL(address).password;
		return password === '' ? [] : [password, decodeURIComponent(password)];
	});
