import type {rawEvents} from '../../../contract/operations/log-files.ts';
import type {RawArchive} from '../../files/raw-archive.ts';
import type {Caller, Handlers, Service} from '../../handler.ts';
import {reject, rejectPermission} from '../../rejection.ts';
import {kilobytes, type LogFileParts} from './log-file-handlers.ts';

export type RawEventParts = Pick<LogFileParts, 'addresses' | 'clock' | 'baseUrl'> & {readonly rawArchive: RawArchive};

function validateAddition({user}: Caller, {options}: Service): void {
	if (options['raw-events'] === 'not-included')
		rejectPermission(`the plan of ${user} does not include raw events`, options);
}

export function createRawEventHandlers({
	rawArchive,
	addresses,
	clock,
	baseUrl,
}: RawEventParts): Handlers<typeof rawEvents> {
	const sourceOf = ({product}: Caller) => ({kind: 'rawEvents', product, until: clock.timestamp()}) as const;
	return {
		listFiles: async (_input, caller, service) => {
			validateAddition(caller, service);
			const files = await rawArchive.list(sourceOf(caller));
			return {
				fileList: files.map(({fileName, day, zippedBytes}) => ({
					fileName,
					fileDate: day,
					compressedSizeKB: kilobytes(zippedBytes),
				})),
			};
		},
		downloadUrl: async ({fileName}, caller, service) => {
			validateAddition(caller, service);
			if (!(await rawArchive.has(sourceOf(caller), fileName))) reject(`there is no file ${fileName}`);
			const token = addresses.issue({kind: 'rawEvents', product: caller.product, fileName});
			return {downloadUrl: `${baseUrl()}/download/${token}`};
		},
	};
}
