import type {NewerName} from '../contract/newer-names.ts';
import type {Client, HttpRequest} from '../ports.ts';
import type {Session} from '../session/session.ts';
import type {SessionStore} from '../session/session-store.ts';
import {getText, type Settings} from '../session/settings.ts';
import {escapeFor} from '../text/shell-quoting.ts';
import {parseJson} from './answer/parse-json.ts';
import {getAddress} from './connect.ts';
import {masked} from './mask.ts';
import {buildRequest, validateInput} from './request.ts';
import {RequestPrinted} from './request-printed.ts';

type RequestForm = 'json' | 'curl';

const impliedHeaders = new Set(['accept-encoding', 'user-agent']);

const quoteForShell = (text: string) => `'${escapeFor(text, "'")}'`;

const toCurl = ({method, url, headers, body}: HttpRequest) =>
	[
		`curl -X ${method} ${quoteForShell(url.href)}`,
		...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
		...(body === undefined ? [] : [`--data-raw ${quoteForShell(body)}`]),
	].join(' \\\n  ');

const toJson = ({method, url, headers, body}: HttpRequest) =>
	JSON.stringify({method, url: url.href, headers, ...(body === undefined ? {} : {body: parseJson(body)})}, null, 2);

/** Expects masked secrets. */
function formatRequest(request: HttpRequest, form: RequestForm): string {
	const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !impliedHeaders.has(name)));
	const shown = {...request, headers};
	return `${form === 'curl' ? toCurl(shown) : toJson(shown)}\n`;
}

/** Returns the current session, or the one that a sign-in would open, with a masked secret. */
async function getMaskedSession({settings, sessions}: PrinterParts, address: string): Promise<Session> {
	const stored = await sessions.find(settings.profile, address);
	const common = {address, user: getText(settings, 'user') ?? stored?.user ?? 'USER', openedAt: ''};
	const hasCookies = stored ? 'cookies' in stored : getText(settings, 'cookies') === 'true';
	return hasCookies
		? {...common, cookies: [{name: 'session', value: masked, path: '/', secure: false}]}
		: {...common, sessionId: masked};
}

export type PrinterParts = {
	readonly settings: Settings;
	readonly sessions: Pick<SessionStore, 'find'>;
	readonly names?: readonly NewerName[] | undefined;
	readonly form: RequestForm;
	readonly write: (text: string) => Promise<void>;
	readonly sandboxAddress?: string | undefined;
};

/**
 * Replaces `connectClient` for `--print-request`: the client prints a call instead of making it, and throws
 * RequestPrinted.
 */
export async function createPrinter(parts: PrinterParts): Promise<Client> {
	const {settings, names, form, write, sandboxAddress} = parts;
	const address = sandboxAddress ?? getAddress(settings);
	const session = await getMaskedSession(parts, address);
	const print = async (...[endpoint, input, options]: Parameters<Client['raw']>): Promise<never> => {
		const request = buildRequest(endpoint, input, {
			address,
			session,
			names: options?.verbatim ? [] : names,
			...options,
		});
		await write(formatRequest(request, form));
		throw new RequestPrinted();
	};
	return {
		call: async (endpoint, input, options) => print(endpoint, validateInput(endpoint, input), options),
		raw: print,
		download: async () => {
			throw new RequestPrinted();
		},
		serviceDay: () => undefined,
	};
}
