import {readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {expect, onTestFinished, test} from 'vitest';
import {clients} from '../../src/mcp/mcp-command.ts';
import {started} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {shell} from '../support/program/child.ts';
import {parse} from './support/connected.ts';

/** The shipped program as a client starts it. */

const root = resolve(import.meta.dirname, '../..');
const bin = join(root, 'bin/usagectl.js');
const sandbox = await started();

test('a client starts and calls the server that --print-config prints', async () => {
	const env = {...process.env, ...sandbox.env, USAGECTL_CONFIG_DIR: temporaryFolder()} as Record<string, string>;
	for (const client of clients) {
		const {stdout} = await shell(`'${process.execPath}' '${bin}' mcp --max-rows 9 --print-config ${client}`, env);
		const config = JSON.parse(stdout);
		expect((config.mcpServers ?? config.servers).usagectl).toMatchObject({
			command: 'usagectl',
			args: ['--profile', 'default', '-p', env.USAGECTL_PRODUCT, 'mcp', '--max-rows=9'],
		});
	}
	const client = new Client({name: 'test', version: '1.0.0'}, {versionNegotiation: {mode: 'auto'}});
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [bin, '--today', '2026-06-30', 'mcp'],
		env,
		stderr: 'pipe',
	});
	onTestFinished(() => client.close());
	await client.connect(transport);
	const result = await client.callTool({name: 'report', arguments: {report: 'current'}});
	const [first] = result.content as {readonly text: string}[];
	expect(parse(first?.text ?? '').head).toMatchObject({rows: 1, shown: 1});
});

test('exits with status 0 at the end of stdin', async () => {
	const env = {...sandbox.env, USAGECTL_CONFIG_DIR: temporaryFolder()};
	const ended = await shell(`'${process.execPath}' '${bin}' mcp </dev/null`, env);
	expect(ended).toEqual({code: 0, stdout: '', stderr: ''});
});

test('loads the protocol for no other command', () => {
	const folder = join(root, 'dist/chunks');
	const chunks = readdirSync(folder)
		.filter(name => name.endsWith('.cjs'))
		.map(name => ({name, text: readFileSync(join(folder, name), 'utf8')}));
	const holding = chunks.filter(({text}) => text.includes('StdioServerTransport')).map(({name}) => name);
	expect(holding.length).toBe(1);
	const naming = chunks.filter(({text}) => text.includes(`/${holding[0]}"`) || text.includes(`/${holding[0]}'`));
	expect(naming.map(({name}) => name.replace(/-.{8}\.cjs$/, ''))).toEqual(['mcp-command']);
	const [{text = ''} = {}] = naming;
	expect(text).toMatch(new RegExp(`then\\(\\(\\) => require\\(["']\\./${holding[0]?.replaceAll('.', '\\.')}`));
	expect(readFileSync(join(root, 'dist/main.cjs'), 'utf8')).not.toContain(holding[0]);
});
