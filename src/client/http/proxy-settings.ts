import {BlockList, isIP} from 'node:net';
import {CliError} from '../../errors.ts';
import {isLoopback} from './trusted-address.ts';

type Host = {readonly hostname: string; readonly port: string};

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Splits `host:443` and `[fd00::1]:443`; an IPv6 address without brackets has no port. */
function splitPort(entry: string): {readonly name: string; readonly port: string | undefined} {
	const [, bracketed, name, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
	return {name: (bracketed ?? name ?? entry).toLowerCase(), port};
}

/** Returns the range of an address, of `10.0.0.0/8` or of `192.168.*`; undefined for a name. */
function toRange(name: string): readonly [address: string, bits: number] | undefined {
	const [, address = name, bits] = /^(.*)\/(\d+)$/.exec(name) ?? [];
	if (isIP(address)) return [address, bits === undefined ? (isIP(address) === 6 ? 128 : 32) : Number(bits)];
	const octets = /^((?:\d+\.){1,3})\*$/.exec(name)?.[1]?.split('.').slice(0, -1) ?? [];
	const padded = [...octets, '0', '0', '0'].slice(0, 4).join('.');
	return octets.length > 0 && isIP(padded) ? [padded, 8 * octets.length] : undefined;
}

function matches(entry: string, host: Host): boolean {
	const {name, port = host.port} = splitPort(entry);
	if (port !== host.port) return false;
	const range = toRange(name);
	if (!range) {
		const domain = name.replace(/^\*?\./, '');
		return domain === '*' || host.hostname === domain || host.hostname.endsWith(`.${domain}`);
	}
	const list = new BlockList();
	list.addSubnet(...range, familyOf(range[0]));
	return isIP(host.hostname) !== 0 && list.check(host.hostname, familyOf(host.hostname));
}

const getEntries = (text: string) => text.split(/[\s,]+/).filter(entry => entry !== '');

/** Throws CliError (usage) for a range such as `10.0.0.0/99`. */
function validateNoProxy(variable: string, text: string): void {
	for (const entry of getEntries(text)) {
		const [address, bits] = toRange(splitPort(entry).name) ?? ['', 0];
		if (bits > (isIP(address) === 6 ? 128 : 32))
			throw new CliError('usage', `${variable}: '${entry}' is not a range of addresses`, {
				hint: 'use a range such as 10.0.0.0/8 or fd00::/8',
			});
	}
}

/** True if an entry of `NO_PROXY` names the host of a URL (`usagectl help environment`). */
function isDirect(text: string, {protocol, hostname, port}: URL): boolean {
	const host = {
		hostname: hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''),
		port: port || (protocol === 'https:' ? '443' : '80'),
	};
	return getEntries(text).some(entry => matches(entry, host));
}

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
	/** Says what to do if the proxy fails, with the variables that were used. */
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
