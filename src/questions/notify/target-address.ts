import type {NamedTarget} from './notify-schema.ts';

/** The address of a target. Everything in it is secret: it is never printed, saved or put into an error. */
export type TargetAddress =
	| {readonly way: 'http'; readonly url: URL; readonly secret: string | undefined}
	| {
			readonly way: 'mail';
			/** A folder for files, or a program or stream. */
			readonly through: {readonly folder: string} | 'sendmail' | 'stdout';
			readonly to: readonly string[];
			readonly from: string | undefined;
	  };

export type Target = NamedTarget & {readonly address: TargetAddress};

const prefix = 'USAGECTL_NOTIFY_';
export const variableOf = (name: string): string => prefix + name.toUpperCase().replaceAll('-', '_');

/** Parses lines `NAME=VALUE`; `#` begins a comment. Returns the numbers of lines that are neither. */
export function parseNotifyFile(text: string): {
	readonly values: ReadonlyMap<string, string>;
	readonly wrong: readonly number[];
} {
	const values = new Map<string, string>();
	const wrong: number[] = [];
	for (const [at, line] of text.split(/\r?\n/).entries()) {
		if (/^\s*(?:#|$)/.test(line)) continue;
		const [, name, value] = /^\s*([a-z][a-z0-9-]*)\s*=\s*(\S.*?)\s*$/.exec(line) ?? [];
		if (name === undefined || value === undefined) wrong.push(at + 1);
		else values.set(name, value);
	}
	return {values, wrong};
}

const isMailbox = (text: string) => /^[^\s@<>(),;:"\\[\]]{1,64}@[\w.-]{1,255}$/.test(text) && !text.startsWith('-');

/** `sendmail a@example.com,b@example.com from=usage@example.com`; instead of sendmail a folder, or `stdout`. */
function readMailAddress(value: string): TargetAddress | string {
	const words = value.split(/\s+/);
	const options = words.filter(word => word.startsWith('from='));
	const [through = '', list = '', ...rest] = words.filter(word => !word.startsWith('from='));
	const to = list.split(',');
	const from = options[0]?.slice('from='.length);
	const mailboxes = [...to, ...(from === undefined ? [] : [from])];
	if (rest.length > 0 || options.length > 1 || !mailboxes.every(isMailbox))
		return 'expected a delivery method and addresses, such as: sendmail team@example.com';
	if (through === 'sendmail' || through === 'stdout') return {way: 'mail', through, to, from};
	if (!/[/\\]/.test(through))
		return 'an email is delivered by sendmail, to stdout or to a folder: expected sendmail, stdout or the path of a folder';
	return {way: 'mail', through: {folder: through}, to, from};
}

const isLoopback = ({hostname}: URL) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

function readHttpAddress(value: string, secret: string | undefined, isInsecure: boolean): TargetAddress | string {
	if (!URL.canParse(value)) return 'expected a URL';
	const url = new URL(value);
	if (url.username || url.password) return 'the URL cannot contain a user name or password';
	if (url.protocol === 'https:') return {way: 'http', url, secret};
	if (url.protocol !== 'http:') return 'expected a URL that begins with https:';
	return isInsecure || isLoopback(url)
		? {way: 'http', url, secret}
		: 'the URL is plain http: use https, or add --insecure-http if you trust the network';
}

/** Finds the address of a target by `getValue`, or returns the text of an error, which never contains the secret value. */
export function findAddress(
	{kind, name}: Pick<NamedTarget, 'kind' | 'name'>,
	{getValue, isInsecure}: {readonly getValue: (name: string) => string | undefined; readonly isInsecure: boolean},
): TargetAddress | string {
	const value = getValue(name)?.trim();
	if (!value)
		return `the address of ${kind} '${name}' is not set: set ${variableOf(name)}, or put ${name}=… into the notify file`;
	const found =
		kind === 'email'
			? readMailAddress(value)
			: readHttpAddress(value, kind === 'webhook' ? getValue(`${name}-secret`) : undefined, isInsecure);
	return typeof found === 'string' ? `the address of ${kind} '${name}': ${found}` : found;
}

/** Returns the texts that must not appear in any output. */
export function secretsOf(address: TargetAddress): readonly string[] {
	if (address.way === 'mail') return [];
	const {url, secret} = address;
	// Short parts of a path are words such as `services`.
	const parts = url.pathname.split('/').filter(part => part.length >= 16);
	const whole = url.pathname + url.search;
	return [
		url.href,
		...(whole.length >= 8 ? [whole] : []),
		...parts,
		...[...url.searchParams.values()].filter(value => value.length >= 8),
		...(secret === undefined ? [] : [secret]),
	];
}
