import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import type {Transport} from '../../../src/ports.ts';

/** Serves what stands behind a transport on loopback; a failure of the transport ends the connection. Answers its address. */
export async function serve(transport: Transport): Promise<string> {
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		try {
			for await (const chunk of request) chunks.push(chunk as Buffer);
			const url = new URL(request.url ?? '/', 'http://127.0.0.1');
			const body = Buffer.concat(chunks).toString();
			const answer = await transport({method: 'POST', url, headers: {}, body}, {deadlineMs: 60_000, maxBytes: 1 << 26});
			response.writeHead(answer.status, answer.headers as Record<string, string>);
			for await (const chunk of answer.body) response.write(chunk);
			response.end();
		} catch {
			response.destroy();
		}
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
