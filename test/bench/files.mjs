import {createReadStream, rmSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {join, resolve} from 'node:path';
import {rolldown} from 'rolldown';
import {createEnv, has, here, onGround, program, sh, skip} from './ground.mjs';
import {interleave, rowsOf} from './interleave.mjs';
import {writeZipFile} from './zip-file.mjs';

/** Goals Z1 to Z3: a CSV of 1 GB out of its zip, and downloaded and unpacked on the way, against unzip and curl; 10 GB of room. */

const root = resolve(import.meta.dirname, '../..');
const month = (bytes, days, folder) => writeZipFile(bytes, `7_exc_${days}`, folder);

async function bundleUnzip(folder) {
	const bundle = await rolldown({
		input: here('unzip-entry.ts'),
		platform: 'node',
		resolve: {modules: [join(root, 'node_modules')]},
	});
	await bundle.write({dir: folder, format: 'esm', entryFileNames: 'unzip.mjs'});
	return `${process.execPath} ${join(folder, 'unzip.mjs')}`;
}

const listingOf = files => ({
	monthlyFiles: files.map(({name, size, packedSize}) => ({
		fileName: name,
		uncompressedSizeKB: size / 1024,
		compressedSizeKB: packedSize / 1024,
		fileStartDate: name.slice(6, 16),
		fileStopDate: name.slice(20, 30),
	})),
});

/** A service that lists the files and hands them out. */
async function serveFiles(files, folder) {
	const server = createServer(async (request, response) => {
		const {pathname} = new URL(request.url, 'http://localhost');
		if (request.method === 'GET') {
			const path = join(folder, pathname.split('/').at(-1));
			response.writeHead(200, {'content-length': statSync(path).size});
			createReadStream(path, {highWaterMark: 2 ** 18}).pipe(response);
			return;
		}
		let body = '';
		for await (const chunk of request) body += chunk;
		const answers = {
			'/exceptionTracking/listFiles': () => listingOf(files),
			'/exceptionTracking/getDownloadUrl': () => ({downloadUrl: `${address}/file/${JSON.parse(body).fileName}`}),
		};
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({status: 'OK', ...answers[pathname]?.()}));
	}).listen(0, '127.0.0.1');
	await new Promise(done => server.once('listening', done));
	const address = `http://127.0.0.1:${server.address().port}`;
	return {address, close: () => server.close()};
}

function unzipCommands({path}, unzip, at) {
	const before = () => rmSync(at('out'), {recursive: true, force: true});
	const toFile = {name: 'unzip -o', words: sh(`unzip -o -q ${path} -d ${at('out')}`), before};
	const toStdout = {name: 'unzip -p', words: sh(`unzip -p ${path} > /dev/null`)};
	const ours = {memory: 150, memoryLimit: 88, memoryId: 'Z3', id: 'Z1'};
	return [
		toFile,
		{
			...ours,
			name: 'unpacked to a file',
			words: sh(`exec ${unzip} ${path} ${at('out')}`),
			before,
			base: toFile.name,
			goal: 0.65,
			limit: 0.51,
		},
		toStdout,
		{
			...ours,
			name: 'unpacked to stdout',
			words: sh(`exec ${unzip} ${path} > /dev/null`),
			base: toStdout.name,
			goal: 0.42,
			limit: 0.32,
		},
	];
}

function downloadCommands(file, {address, at}) {
	const before = () => rmSync(at('out'), {recursive: true, force: true});
	const curl = `curl -s -o ${at('out', 'f.zip')} ${address}/file/${file.name}`;
	const base = {
		name: 'curl && unzip',
		words: sh(`mkdir -p ${at('out')} && ${curl} && unzip -o -q ${at('out', 'f.zip')} -d ${at('out')}`),
		before,
	};
	return [
		base,
		{
			...downloadOf(file, at),
			id: 'Z2',
			memoryId: 'Z3',
			name: 'exceptions download --unzip',
			base: base.name,
			goal: 0.7,
			limit: 0.53,
			memoryLimit: 127,
		},
	];
}

const downloadOf = ({name}, at) => ({
	words: sh(`exec ${process.execPath} ${program} exceptions download ${name} --unzip -d ${at('out')} -q`),
	before: () => rmSync(at('out'), {recursive: true, force: true}),
	memory: 150,
});

export const measure = ({rounds, quick}) =>
	onGround(async ({folder, at}) => {
		if (!has('unzip') || !has('curl')) return [skip('Z1', 'files / unzip and curl', 'unzip or curl is not installed')];
		const large = month(quick ? 4e8 : 1e9, '2026-10-01_to_2026-10-31', folder);
		const huge = quick ? [] : [month(6e9, '2026-09-01_to_2026-09-30', folder)];
		const {address, close} = await serveFiles([large, ...huge], folder);
		try {
			const env = createEnv(folder, {USAGECTL_BASE_URL: address});
			const commands = [
				...unzipCommands(large, await bundleUnzip(at('unzip')), at),
				...downloadCommands(large, {address, at}),
			];
			const alone = huge.map(file => ({
				...downloadOf(file, at),
				id: 'Z3',
				name: 'exceptions download --unzip of 6 GB',
			}));
			return [
				...rowsOf(commands, await interleave(commands, {rounds, env})),
				...rowsOf(alone, await interleave(alone, {rounds: 1, env})),
			];
		} finally {
			close();
		}
	});
