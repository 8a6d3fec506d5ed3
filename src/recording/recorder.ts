import {newerNames, newerPath} from '../contract/newer-names.ts';
import {once} from '../contract/once.ts';
import {endpointRows} from '../contract/operations/endpoints.ts';
import {CliError} from '../errors.ts';
import {createAtomicFile} from '../files/atomic-file.ts';
import {validateTarget} from '../files/trust/foreign-files.ts';
import type {HttpRequest, HttpResponse, Transport} from '../ports.ts';
import {type Header, type RecordedExchange, recordingVersion} from './recording-format.ts';
import {createRedactor, keepParams} from './redaction.ts';

/** Records the traffic with the service, with placeholders for everything that is not a word of the service itself. */

export type Recorder = {
	readonly transport: Transport;
	/** Renames the file to its final name; returns the number of exchanges. */
	readonly close: () => Promise<number>;
};

/** Includes the paths of newer servers. */
const getPaths = once(() => endpointRows.flatMap(({path}) => [path, newerPath(path, newerNames)]));

/** Returns the path of the operation, or undefined for other addresses, such as those for one-time downloads. */
const pathOf = ({pathname}: URL) => getPaths().find(path => pathname.endsWith(path));

const failureOf = (error: unknown) => (error instanceof CliError ? (error.details.code ?? error.kind) : 'failed');

/** Writes the file atomically; exchanges are written one after the other in the order in which they end. */
async function openRecording(path: string, header: Header) {
	await validateTarget(path);
	const file = await createAtomicFile(path, {mode: 0o600});
	let count = 0;
	let written = file.write(`${JSON.stringify(header)}\n`);
	return {
		add: (exchange: RecordedExchange): Promise<void> => {
			count++;
			written = written.then(() => file.write(`${JSON.stringify(exchange)}\n`));
			return written;
		},
		close: async (): Promise<number> => {
			try {
				await written;
				await file.commit();
			} finally {
				await file.discard();
			}
			return count;
		},
	};
}

/** Calls `onEnd` with the text and whether it is complete, when the body ends or is abandoned. */
async function* passOn(
	body: HttpResponse['body'],
	onEnd: (text: string, isWhole: boolean) => Promise<void>,
): AsyncGenerator<Uint8Array> {
	const utf8 = new TextDecoder();
	let text = '';
	let isWhole = false;
	try {
		for await (const chunk of body) {
			text += utf8.decode(chunk, {stream: true});
			yield chunk;
		}
		isWhole = true;
	} finally {
		await onEnd(text + utf8.decode(), isWhole);
	}
}

export type RecorderParts = {
	readonly path: string;
	readonly labels: boolean;
	readonly header: Omit<Header, 'recording' | 'labels'>;
	readonly transport: Transport;
	readonly mask: (text: string) => string;
};

export async function createRecorder({path, labels, header, transport, mask}: RecorderParts): Promise<Recorder> {
	const {add, close} = await openRecording(path, {recording: recordingVersion, ...header, labels});
	const redactor = createRedactor({labels, mask});

	const record = async (message: HttpRequest, operation: string, send: () => Promise<HttpResponse>) => {
		const {url, method, body: sent = ''} = message;
		const request = method === 'GET' ? (url.searchParams.get('query') ?? '') : sent;
		const params = keepParams(url);
		const about = {path: operation, request};
		const exchange = {
			method,
			path: operation,
			request: redactor.body(request, about),
			...(Object.keys(params).length > 0 ? {params} : {}),
		};
		const response = await send().catch(async (error: unknown) => {
			await add({...exchange, failure: failureOf(error)});
			throw error;
		});
		const {status, headers, body} = response;
		const bytes = passOn(body, (text, isWhole) => {
			const answer = {status, headers: redactor.headers(headers), body: redactor.body(text, about)};
			return add({...exchange, ...(isWhole ? answer : {failure: 'cut'})});
		});
		return {...response, body: {[Symbol.asyncIterator]: () => bytes, destroy: body.destroy}};
	};

	return {
		transport: (message, options) => {
			const operation = pathOf(message.url);
			const send = () => transport(message, options);
			// Files contain crash reports of end users, so they are not recorded.
			return operation === undefined ? send() : record(message, operation, send);
		},
		close,
	};
}
