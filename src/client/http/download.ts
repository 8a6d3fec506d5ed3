import {CliError} from '../../errors.ts';
import type {HttpResponse} from '../../ports.ts';
import {validateDownload} from './address.ts';
import type {ExchangeParts} from './exchange.ts';

/** More hops than a file host needs. */
const mostRedirects = 5;
/** What an archive may weigh is for its reader to say; this only ends what never ends. */
const maxBytes = 2 ** 40;
/** A file of gigabytes takes as long as it takes; the user can end it. */
const deadlineMs = 24 * 3_600_000;

type DownloadParts = Pick<ExchangeParts, 'transport' | 'trace'> & {
	readonly address: string;
	readonly signal?: AbortSignal | undefined;
};

const failure = (status: number) =>
	new CliError('network', `the download address answered ${status}`, {
		hint: 'the address serves one time only: the next run asks for a new one',
		code: status === 403 || status === 404 || status === 410 ? 'address-used' : 'download',
		httpStatus: status,
		retryable: true,
	});

/**
 * Fetches a one-time address: no session, no cookie, no repetition. A few redirects are followed, none of them from https
 * to http (wire-facts 1.14). Throws CliError `refused` for an address that is not to be trusted, `network` for anything but 200.
 */
export async function download(
	address: string,
	{transport, trace, address: service, signal}: DownloadParts,
): Promise<HttpResponse> {
	let target = validateDownload(address, new URL(service));
	for (let hops = 0; hops <= mostRedirects; hops += 1) {
		trace(`→ GET ${target.host} (one-time address)`);
		const headers = {accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'usagectl'};
		const options = {deadlineMs, maxBytes, ...(signal ? {signal} : {})};
		const response = await transport({method: 'GET', url: target, headers}, options);
		trace(`← ${response.status}`);
		if (response.status === 200) return response;
		response.body.destroy();
		const location = [response.headers.location].flat()[0];
		if (response.status < 300 || response.status >= 400 || !location) throw failure(response.status);
		if (!URL.canParse(location, target.href)) throw failure(response.status);
		// Each hop is trusted no further than the one before: from https never to http, from outside never inside.
		target = validateDownload(new URL(location, target).href, target);
	}
	throw new CliError('network', `the download address redirects more than ${mostRedirects} times`, {
		hint: 'ask for the file again',
		code: 'download',
	});
}
