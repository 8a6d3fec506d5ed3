import {BlockList, isIP} from 'node:net';
import {CliError} from '../../errors.ts';

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
export function validateNoProxy(variable: string, text: string): void {
	for (const entry of getEntries(text)) {
		const [address, bits] = toRange(splitPort(entry).name) ?? ['', 0];
		if (bits > (isIP(address) === 6 ? 128 : 32))
			throw new CliError('usage', `${variable}: '${entry}' is not a range of addresses`, {
				hint: 'use a range such as 10.0.0.0/8 or fd00::/8',
			});
	}
}

/** True if an entry of `NO_PROXY` names the host of a URL (`usagectl help environment`). */
export function isDirect(text: string, {protocol, hostname, port}: URL): boolean {
	const host = {
		hostname: hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''),
		port: port || (protocol === 'https:' ? '443' : '80'),
	};
	return getEntries(text).some(entry => matches(entry, host));
}
