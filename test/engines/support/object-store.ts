import {readdirSync, readFileSync, statSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {findInHome} from './engine.ts';

type Server = {readonly run: () => Promise<{readonly port: number}>; readonly close: () => Promise<void>};

/** An object store on loopback: npm's `s3rver`; undefined where it is not installed. `folder`: private. */
export async function startObjectStore(folder: string) {
	const path = findInHome('s3', 'node_modules', 's3rver', 'package.json');
	if (!path) return undefined;
	const S3rver = createRequire(path)('s3rver') as new (options: object) => Server;
	const options = {
		address: '127.0.0.1',
		port: 0,
		silent: true,
		directory: folder,
		configureBuckets: [{name: 'bucket'}],
	};
	const server = new S3rver(options);
	const {port} = await server.run();
	const address = `http://127.0.0.1:${port}/bucket`;
	return {
		/** Copies what is in a folder, the log after its parts. Returns the address. */
		copy: async (from: string): Promise<string> => {
			const names = readdirSync(from, {recursive: true, encoding: 'utf8'}).sort();
			const isLog = (name: string) => name.includes('_delta_log');
			for (const name of [...names.filter(each => !isLog(each)), ...names.filter(isLog)]) {
				if (!statSync(join(from, name)).isFile()) continue;
				const target = `${address}/${name.split('/').map(encodeURIComponent).join('/')}`;
				const answer = await fetch(target, {method: 'PUT', body: readFileSync(join(from, name))});
				if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
			}
			return address;
		},
		close: server.close.bind(server),
	};
}
