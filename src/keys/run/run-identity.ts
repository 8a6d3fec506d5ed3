import {resolve} from 'node:path';
import type {UploadOptions} from '../check/check-upload.ts';
import type {Registry} from '../registry/registry-lock.ts';
import type {RunHeader} from './journal.ts';

/** The identity by which a run is found when the same command is repeated. */
export type RunIdentity = Pick<RunHeader, 'command' | 'origin' | 'product' | 'file' | 'digest' | 'options' | 'undoes'>;

export const toStoredPath = (file: string): string => (file === '-' ? file : resolve(file));

type Upload = UploadOptions & Registry & {readonly compare: boolean; readonly overwrite: boolean};

/** Identifies an import by its file and the options that change which updates the file leads to. */
export function identifyUpload(request: Upload, digest: string): RunIdentity {
	const {naming, rules, dashboard} = request;
	const options = {
		map: [...naming.map],
		ignoreExtra: naming.ignoreExtra,
		exactKeys: rules.exactKeys,
		emptyClearsNotes: request.emptyClearsNotes,
		...(dashboard ? {dashboard} : {}),
		dateFormat: request.dateFormat,
		yesNo: request.yesNo,
		encoding: request.encoding,
		sheet: request.sheet,
		...(request.visibleOnly ? {visibleOnly: true} : {}),
		skipInvalid: request.skipInvalid,
		compare: request.compare,
		overwrite: request.overwrite,
	};
	const {origin, product, file} = request;
	return {command: 'update', origin, product, file: toStoredPath(file), digest, options: JSON.stringify(options)};
}
