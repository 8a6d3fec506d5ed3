// Run by Windows' Node 22, which reads TypeScript: each hostile archive as `download --unzip` checks it; what came of it as JSON.
import {mkdirSync, mkdtempSync, readdirSync, writeFileSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {getLimits} from '../../src/archive/zip/limits.ts';
import {checkArchive} from '../../src/archive/zip/unpack.ts';
import {hostileZips} from '../support/hostile-zips.ts';

const wrong: string[] = [];
const root = mkdtempSync(join(tmpdir(), 'zips-'));
for (const [at, {name, verdict, bytes}] of hostileZips.entries()) {
	const target = join(root, `${at}`);
	mkdirSync(target);
	writeFileSync(join(root, 'archive.zip'), bytes);
	const file = await open(join(root, 'archive.zip'));
	const found = await checkArchive(file, getLimits(0), target).then(
		() => 'ok',
		error => error.details?.code ?? error.details?.verdict ?? String(error),
	);
	await file.close();
	if ((found === 'ok') !== (verdict === 'ok')) wrong.push(`${name}: ${found}`);
}
const strays = readdirSync(root).filter(name => !/^(\d+|archive\.zip)$/.test(name));
console.log(JSON.stringify({kinds: hostileZips.length, wrong, strays}));
