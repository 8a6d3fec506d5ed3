import {once} from 'node:events';
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {connected, parse} from '../../mcp/support/connected.ts';
import {headers} from '../../support/data/crash-month.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** A ClickHouse that answers each statement with one row, and the statements that it was sent. */
async function serveCluster() {
	const statements: string[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		statements.push(Buffer.concat(chunks).toString());
		response.end('["n"]\n["Int32"]\n[42]\n');
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	return {statements, host: `127.0.0.1:${(server.address() as AddressInfo).port}`};
}

const clock = fakeClock('2026-06-30T12:00:00Z');

/** A question file, and a profile with a cluster. */
async function createPlace(text: string) {
	const {statements, host} = await serveCluster();
	const folder = temporaryFolder();
	const file = join(folder, 'usagectl.yaml');
	writeFileSync(file, text);
	const env = {USAGECTL_CONFIG_DIR: join(folder, 'config'), USAGECTL_ENGINE_PASSWORD: 'canary-of-the-engine'};
	const type = (line: string) => usagectl(line, {env, clock});
	expect(await type(`profile set --engine clickhouse://ada@${host}/d`)).toMatchObject({exitCode: 0});
	return {statements, host, folder, file, env, type};
}

const query = "questions:\n  n: {on: cluster, ask: query 'SELECT 42 AS n', checks: [{column: n, max: 41}]}\n";

test('SQL on the cluster of the profile: the result is saved, checked, and names the cluster', async () => {
	const {type, file, folder, host, statements} = await createPlace(query);
	const {stdout, exitCode} = await type(`questions run --file ${file} -o csv --fields question,value,verdict`);
	expect([stdout, exitCode]).toEqual(['question,value,verdict\nn,42,fail\n', 7]);
	expect(statements.some(each => each.includes('SELECT 42 AS n'))).toBe(true);
	const history = join(folder, 'usagectl-history/n');
	const saved = readFileSync(join(history, readdirSync(history)[0] ?? ''), 'utf8');
	expect(JSON.parse(saved)).toMatchObject({
		service: `clickhouse at ${host} (d)`,
		command: ['query', 'SELECT 42 AS n'],
		rows: [[42]],
	});
	expect(saved).not.toContain('canary');
});

test('an assistant gets the same rows', async () => {
	const {file, env} = await createPlace(query);
	const {call} = await connected(['mcp', '--file', file], {env, clock});
	expect(parse((await call('run_saved', {action: 'run', name: 'n'})).text).rows).toEqual(['{"n":42}']);
});

test('a question about local paths does not ask the cluster of the profile, and one without paths reads the folder beside the file', async () => {
	const {type, file, folder, statements} = await createPlace('questions:\n  n: {ask: exceptions top crashes}\n');
	mkdirSync(join(folder, 'crashes'));
	const row = '2026-06-01T01:02:03,c1,4.9,Windows 11,US,Boom,Engine.run,text,at Engine.run';
	writeFileSync(join(folder, 'crashes/7_exc_2026-06-01.csv'), `${headers.keys}\r\n${row}\r\n`);
	expect(await type(`questions run --file ${file} -q`)).toMatchObject({exitCode: 0});
	writeFileSync(file, 'questions:\n  n: {ask: exceptions top --from -7d}\n');
	expect(await type(`questions run --file ${file} -q`)).toMatchObject({exitCode: 0});
	writeFileSync(file, 'questions:\n  n: {on: cluster, ask: exceptions top crashes}\n');
	expect(await type(`questions run --file ${file}`)).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining(":2:25: exceptions top does not take 'crashes'"),
	});
	expect(statements).toEqual([]);
});
