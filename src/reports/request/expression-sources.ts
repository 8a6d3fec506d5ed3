import {CliError} from '../../errors.ts';
import {findSimilarFiles, getDiskMessage} from '../../files/disk-error.ts';
import {EncodingError, findEncoding, looksLikeUtf16} from '../../files/encoding.ts';
import {openInput, openRegular} from '../../files/file-bytes.ts';
import {isJson, type Source} from '../../language/source/source-text.ts';
import {suggestion} from '../../text/near-names.ts';
import type {ReportPorts} from '../report-ports.ts';

const megabyte = 1024 * 1024;
/** A longer text is not an expression. A question file of others names such files, so the limit also bounds the memory. */
const maxExpression = megabyte;

type Reader = Pick<ReportPorts, 'terminal'>;

async function gather(chunks: AsyncIterable<Uint8Array>, name: string, maxBytes: number): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of chunks) {
		length += chunk.length;
		if (length > maxBytes) {
			throw new CliError('usage', `${name} is too large: it has more than ${maxBytes / megabyte} MB`, {
				hint: 'check that this is the right file',
			});
		}
		parts.push(chunk);
	}
	return Buffer.concat(parts);
}

async function readBytes(path: string, maxBytes: number): Promise<Buffer> {
	try {
		// A pipe of the shell, such as `@<(jq …)`, is already open. A FIFO of a question file could make the run wait for ever.
		const isOpen = /^\/(?:dev|proc)\//.test(path);
		const chunks = isOpen ? await openInput(path) : (await openRegular(path)).createReadStream();
		return await gather(chunks, path, maxBytes);
	} catch (error) {
		if (error instanceof CliError) throw error;
		const {code = '', message} = error as NodeJS.ErrnoException;
		const near = code === 'ENOENT' ? await findSimilarFiles(path) : [];
		throw new CliError('usage', `cannot read ${path}: ${getDiskMessage(code) ?? message}`, {
			...suggestion(near, 'give the path of a text file, or - for standard input'),
			code: 'no-file',
		});
	}
}

/** UTF-8, with or without a byte order mark, or UTF-16 with one, which PowerShell 5.1 writes. */
function decode(bytes: Buffer, name: string): string {
	try {
		const {encoding, markLength} = findEncoding(bytes);
		if (looksLikeUtf16(bytes)) throw new EncodingError('this looks like UTF-16 without a byte order mark');
		return new TextDecoder(encoding, {fatal: true}).decode(bytes.subarray(markLength));
	} catch (error) {
		const what = error instanceof EncodingError ? error.message : 'it is not UTF-8';
		throw new CliError('usage', `cannot read ${name}: ${what}`, {hint: 'save it as UTF-8 text', code: 'encoding'});
	}
}

/** Reads standard input for `-`. Throws CliError (usage). */
export async function readTextFile(path: string, {terminal}: Reader, maxBytes = maxExpression): Promise<Source> {
	const name = path === '-' ? 'stdin' : path;
	const bytes = await (path === '-' ? gather(terminal.stdin.chunks(), name, maxBytes) : readBytes(path, maxBytes));
	return {name, text: decode(bytes, name)};
}

/** Names each text after its flag: `--event`, `--event#2`. */
const nameSources = (flag: string, texts: readonly string[]): readonly Source[] =>
	texts.map((text, place) => ({name: place === 0 ? flag : `${flag}#${place + 1}`, text}));

/** Loads the schemas if the text is JSON. */
export const withJson = async (source: Source): Promise<Source> =>
	isJson(source) ? {...source, readJson: (await import('../../language/source/read-json.ts')).readJson} : source;

/** Returns the texts of a flag as sources of expressions or JSON. */
export const typedSources = (flag: string, texts: readonly string[]): Promise<Source[]> =>
	Promise.all(nameSources(flag, texts).map(withJson));

/** Reads a file for @FILE, and standard input for @-. Throws CliError (usage). */
export async function readSources(flag: string, texts: readonly string[], reader: Reader): Promise<Source[]> {
	if (texts.filter(text => text === '@-').length > 1) {
		throw new CliError('usage', 'standard input can be read only once', {hint: 'put the other filter in a file'});
	}
	return Promise.all(
		nameSources(flag, texts).map(async source =>
			withJson(source.text.startsWith('@') ? await readTextFile(source.text.slice(1), reader) : source),
		),
	);
}
