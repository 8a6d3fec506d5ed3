import {readFileSync} from 'node:fs';
import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {build, shell} from '../../support/program/child.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/tls');
const pem = (name: string) => readFileSync(join(fixtures, name));

/** A server by https with that certificate; its address comes back. */
async function secure(name: string): Promise<string> {
	const server = createServer({key: pem(`${name}.key`), cert: pem(`${name}.pem`)}, (_, response) => response.end('{}'));
	await new Promise<void>(done => server.listen(0, 'localhost', done));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `https://localhost:${(server.address() as AddressInfo).port}`;
}

test('accepts a valid certificate and says what is wrong with an invalid one', async () => {
	const names = ['localhost', 'expired', 'other', 'authority'];
	const addresses = await Promise.all(names.map(secure));
	// In processes of their own: which authorities Node trusts is settled when it starts.
	const child = await build(`
		import {createTransport} from 'src/client/http/transport.ts';
		const transport = createTransport();
		for (const address of process.argv.slice(2)) {
			const request = {method: 'GET', url: new URL(address), headers: {}};
			const said = await transport(request, {deadlineMs: 20_000, maxBytes: 1000}).then(
				({status}) => String(status),
				error => error.kind + ' ' + error.details.code + ': ' + error.message.replace(/:\\d+/, ''),
			);
			process.stdout.write(said + '\\n');
		}
		process.exit();`);
	const ask = async (env: Record<string, string>) =>
		(await shell(`node '${child}' ${addresses.join(' ')}`, env)).stdout.trimEnd().split('\n');
	const strangers = await ask({NODE_EXTRA_CA_CERTS: ''});
	expect(strangers.slice(0, 1)).toEqual([
		'network tls: the certificate of localhost is signed by an unknown authority',
	]);
	expect(strangers[3]).toBe('network tls: the certificate of localhost is self-signed');
	expect(await ask({NODE_EXTRA_CA_CERTS: join(fixtures, 'authority.pem')})).toEqual([
		'200',
		'network tls: the certificate of localhost has expired',
		'network tls: the certificate of localhost is for another host name',
		expect.stringMatching(/^network tls: the certificate of localhost is for another host name/),
	]);
});
