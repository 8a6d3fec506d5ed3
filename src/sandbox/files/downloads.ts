import type {SandboxClock} from '../clock.ts';
import type {Answer, SandboxRequest} from '../http/http-messages.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import type {Addresses} from '../state/addresses.ts';
import type {FileArchive} from './file-archive.ts';

/** The path of one-time addresses, which need no session (docs/service.md#download-url). */
export const downloadRoot = '/download/';

export type DownloadParts = {
	readonly archive: FileArchive;
	readonly addresses: Addresses;
	readonly clock: SandboxClock;
	readonly options: SandboxOptions;
};

const plain = (status: number, body: string): Answer => ({
	status,
	headers: {'content-type': 'text/plain; charset=utf-8'},
	body: `${body}\n`,
});

async function* untilEnd(pieces: AsyncIterable<Uint8Array>, done: () => void): AsyncGenerator<Uint8Array> {
	yield* pieces;
	done();
}

export function createDownloads({archive, addresses, clock, options}: DownloadParts) {
	return async ({method, path}: SandboxRequest): Promise<Answer> => {
		const token = path.slice(downloadRoot.length);
		const address = addresses.find(token);
		if (address === 'unknown') return plain(404, 'unknown download address');
		if (method !== 'GET') return plain(405, 'download addresses require GET');
		const atOnce = options['address-use'] === 'first-request';
		if (address === 'used' || (atOnce && !addresses.use(token)))
			return plain(410, 'the download address was already used or has expired');
		const {fileName, ...source} = address.target;
		const read = await archive.find({...source, until: clock.timestamp()}, fileName);
		if (!read) return plain(404, 'the file no longer exists');
		const pieces = read();
		return {
			status: 200,
			headers: {'content-type': 'application/zip', 'content-disposition': `attachment; filename="${fileName}"`},
			body: atOnce ? pieces : untilEnd(pieces, () => addresses.use(token)),
		};
	};
}
