import {CliError} from '../../errors.ts';
import type {HttpResponse} from '../../ports.ts';
import {userAgent} from '../../version.ts';
import type {ExchangeParts} from './retrying-exchange.ts';
import {validateDownload} from './trusted-address.ts';

const maxRedirects = 5;
/** The reader of the archive limits its size; this limit only stops an endless body. */
const maxBytes = 2 ** 40;
/** Large files may take hours; the user can stop the download. */
const deadlineMs = 24 * 3_600_000;

type DownloadParts = Pick<ExchangeParts, 'transport' | 'trace' | 'signal'> & {readonly address: string};

const createDownloadFailure = (status: number) =>
	new CliError('network', `the download address responded with status ${status}`, {
		hint: 'the address works only once: run the command again to request a new one',
		code: status === 403 || status === 404 || status === 410 ? 'address-used' : 'download',
		httpStatus: status,
		retryable: true,
	});

/**
 * Downloads once from a one-time address, without session or cookie (docs/service.md#download-url). Follows redirects,
 * but not from https to http. Throws CliError (refused) for an untrusted address, and `network` for any status but 200.
 */
export async function downloadOnce(
	address: string,
	{transport, trace, address: service, signal}: DownloadParts,
): Promise<HttpResponse> {
	let target = validateDownload(address, new URL(service));
	for (let hops = 0; hops <= maxRedirects; hops += 1) {
		trace(`→ GET ${target.host} (one-time address)`);
		const headers = {accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent};
		const options = {deadlineMs, maxBytes, ...(signal ? {signal} : {})};
		const response = await transport({method: 'GET', url: target, headers}, options);
		trace(`← ${response.status}`);
		if (response.status === 200) return response;
		response.body.destroy();
		const location = [response.headers.location].flat()[0];
		if (response.status < 300 || response.status >= 400 || !location) throw createDownloadFailure(response.status);
		if (!URL.canParse(location, target.href)) throw createDownloadFailure(response.status);
		// Each redirect is checked as if the previous address were the service.
		target = validateDownload(new URL(location, target).href, target);
	}
	throw new CliError('network', `the download address redirects more than ${maxRedirects} times`, {
		hint: 'run the command again to request a new address',
		code: 'download',
	});
}
