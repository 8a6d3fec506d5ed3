import {CliError} from '../../errors.ts';
import type {Cookie} from '../../session/session.ts';

/** A cookie jar for one host. The service chooses the names: docs/service.md#sign-in. */

const maxLength = 4096;
const nameShape = /^[!#$%&'*+\-.^_`|~\w]+$/;
// RFC 6265, 4.1.1. Quotes around the value are kept.
const valueShape = /^"?[!#-+\--:<-[\]-~]*"?$/;

const createCookieError = (what: string) =>
	new CliError('refused', `the service set a cookie ${what}`, {
		hint: 'sign in without --cookies to use a session ID',
		code: 'cookie',
	});

const isInDomain = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

type Attributes = Readonly<Record<string, string>>;

const parseAttributes = (parts: readonly string[]): Attributes =>
	Object.fromEntries(
		parts.map(part => {
			const at = part.indexOf('=');
			return at < 0
				? [part.trim().toLowerCase(), '']
				: [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()];
		}),
	);

/** Max-Age takes precedence over Expires (RFC 6265, 5.3). */
function getExpiry(attributes: Attributes, now: Date): Date | undefined {
	const age = attributes['max-age'];
	if (age !== undefined && /^-?\d{1,12}$/.test(age)) return new Date(now.getTime() + Number(age) * 1000);
	const date = new Date(attributes.expires ?? Number.NaN);
	return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Throws CliError (refused) if the header is not a cookie or is for another host. */
function parseCookie(header: string, url: URL, now: Date): Cookie {
	const [pair = '', ...parts] = header.split(';');
	const at = pair.indexOf('=');
	const name = pair.slice(0, at).trim();
	const value = pair.slice(at + 1).trim();
	if (at < 1 || header.length > maxLength || !nameShape.test(name) || !valueShape.test(value))
		throw createCookieError('that cannot be sent back');
	const attributes = parseAttributes(parts);
	const domain = attributes.domain?.replace(/^\./, '').toLowerCase();
	if (domain && !isInDomain(url.hostname, domain)) throw createCookieError(`for ${domain}, not for ${url.hostname}`);
	const secure = 'secure' in attributes;
	if (secure && url.protocol !== 'https:') throw createCookieError('for https over plain http');
	const expires = getExpiry(attributes, now);
	const path = attributes.path?.startsWith('/') ? attributes.path : '/';
	return {name, value, path, secure, ...(expires ? {expires: expires.toISOString()} : {})};
}

const isAlive = ({expires}: Cookie, now: Date) => expires === undefined || Date.parse(expires) > now.getTime();

/** Replaces cookies of the same name and path, and drops expired ones. */
export function mergeCookies(
	jar: readonly Cookie[],
	setCookie: string | readonly string[] | undefined,
	{url, now}: {readonly url: URL; readonly now: Date},
): readonly Cookie[] {
	const received = (setCookie === undefined ? [] : [setCookie].flat()).map(header => parseCookie(header, url, now));
	const merged = new Map([...jar, ...received].map(cookie => [`${cookie.name};${cookie.path}`, cookie]));
	return [...merged.values()].filter(cookie => isAlive(cookie, now));
}

const isInPath = (path: string, cookie: string) =>
	path === cookie || path.startsWith(cookie.endsWith('/') ? cookie : `${cookie}/`);

/** Returns undefined if no cookie applies. */
export function cookieHeader(jar: readonly Cookie[], url: URL): string | undefined {
	const applying = jar.filter(
		({path, secure}) => isInPath(url.pathname, path) && (!secure || url.protocol === 'https:'),
	);
	return applying.length > 0 ? applying.map(({name, value}) => `${name}=${value}`).join('; ') : undefined;
}
