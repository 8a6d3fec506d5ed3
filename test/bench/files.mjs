// Goals Z1 to Z3 of the files: `node test/bench/files.mjs [rounds] [bytes]`. Needs unzip, curl and a build (npm run build); 10 GB of room for the largest.
import {createReadStream, mkdtempSync, rmSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {rolldown} from 'rolldown';
import {interleave} from './interleave.mjs';
import {writeZipFile} from './zip-file.mjs';

const [rounds = 5, bytes = 1e9] = process.argv.slice(2).map(Number);
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'usagectl-bench-'));
const at = (...names) => join(folder, ...names);

const bundle = await rolldown({
	input: join(import.meta.dirname, 'unzip-entry.ts'),
	platform: 'node',
	resolve: {modules: [join(root, 'node_modules')]},
});
await bundle.write({dir: at('unzip'), format: 'esm', entryFileNames: 'unzip.mjs'});

const files = [
	writeZipFile(bytes, '7_exc_2026-10-01_to_2026-10-31', folder),
	writeZipFile(6e9, '7_exc_2026-09-01_to_2026-09-30', folder),
];
const listing = {
	monthlyFiles: files.map(({name, size, packedSize}) => ({
		fileName: name,
		uncompressedSizeKB: size / 1024,
		compressedSizeKB: packedSize / 1024,
		fileStartDate: name.slice(6, 16),
		fileStopDate: name.slice(20, 30),
	})),
};
const server = createServer(async (request, response) => {
	const {pathname} = new URL(request.url, 'http://localhost');
	if (request.method === 'GET') {
		const path = at(pathname.split('/').at(-1));
		response.writeHead(200, {'content-length': statSync(path).size});
		createReadStream(path, {highWaterMark: 2 ** 18}).pipe(response);
		return;
	}
	let body = '';
	for await (const chunk of request) body += chunk;
	const answers = {
		'/auth/login': () => ({sessionId: 'bench'}),
		'/exceptionTracking/listFiles': () => listing,
		'/exceptionTracking/getDownloadUrl': () => ({downloadUrl: `${address}/file/${JSON.parse(body).fileName}`}),
	};
	response.setHeader('content-type', 'application/json');
	response.end(JSON.stringify({status: 'OK', ...answers[pathname]?.()}));
}).listen(0, '127.0.0.1');
await new Promise(done => server.once('listening', done));
const address = `http://127.0.0.1:${server.address().port}`;

const env = {
	...process.env,
	USAGECTL_CONFIG_DIR: at('config'),
	USAGECTL_BASE_URL: address,
	USAGECTL_USER: 'u',
	USAGECTL_SESSION_ID: 'bench',
	USAGECTL_PRODUCT: '7',
};
// Node 20 parses that bundle at every start, which would flatter every ratio
delete env.NODE_EXTRA_CA_CERTS;
const clear = () => rmSync(at('out'), {recursive: true, force: true});
const sh = line => ['sh', '-c', line];
const [large, huge] = files;
const unzip = `${process.execPath} ${at('unzip', 'unzip.mjs')}`;
const download = name =>
	sh(
		`exec ${process.execPath} ${join(root, 'bin/usagectl.js')} exceptions download ${name} --unzip -d ${at('out')} -q`,
	);
try {
	console.log(
		`one CSV of ${(large.size / 1e9).toFixed(2)} GB (${(large.packedSize / 1e6).toFixed(0)} MB packed), ${rounds} rounds`,
	);
	const met = await interleave(
		[
			{name: 'unzip -o', words: sh(`unzip -o -q ${large.path} -d ${at('out')}`), before: clear},
			{
				name: 'Z1 ours, to a file',
				words: sh(`exec ${unzip} ${large.path} ${at('out')}`),
				before: clear,
				base: 'unzip -o',
				goal: 0.65,
				memory: 150,
			},
			{name: 'unzip -p', words: sh(`unzip -p ${large.path} > /dev/null`)},
			{
				name: 'Z1 ours, to stdout',
				words: sh(`exec ${unzip} ${large.path} > /dev/null`),
				base: 'unzip -p',
				goal: 0.42,
				memory: 150,
			},
			{
				name: 'curl && unzip',
				words: sh(
					`mkdir -p ${at('out')} && curl -s -o ${at('out', 'f.zip')} ${address}/file/${large.name} && unzip -o -q ${at('out', 'f.zip')} -d ${at('out')}`,
				),
				before: clear,
			},
			{
				name: 'Z2 download --unzip',
				words: download(large.name),
				before: clear,
				base: 'curl && unzip',
				goal: 0.7,
				memory: 150,
			},
		],
		{rounds, env},
	);
	const flat = await interleave(
		[{name: 'Z3 download --unzip of 6 GB', words: download(huge.name), before: clear, memory: 150}],
		{rounds: 1, env},
	);
	process.exitCode = met && flat ? 0 : 1;
} finally {
	server.close();
	rmSync(folder, {recursive: true});
}
