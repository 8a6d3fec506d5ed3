// Run by Windows' Node 22, which reads TypeScript: each hostile archive as `download --unzip` checks it, against what Linux said of it.
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {checkArchive} from '../../src/archive/zip/check-archive.ts';
import {getZipLimits} from '../../src/archive/zip/zip-limits.ts';
import {hostileZips} from '../support/data/hostile-zips.ts';

const said = readFileSync(resolve(import.meta.dirname, '../transcripts/hostile-zips.txt'), 'utf8').split('\n');
const onLinux = new Map(said.map(line => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ')).trim()]));

const wrong: string[] = [];
const root = mkdtempSync(join(tmpdir(), 'zips-'));
for (const [at, {name, bytes}] of hostileZips.entries()) {
	const target = join(root, `${at}`);
	mkdirSync(target);
	writeFileSync(join(root, 'archive.zip'), bytes);
	const file = await open(join(root, 'archive.zip'));
	const found = await checkArchive(file, getZipLimits(0), target).then(
		() => 'unpacked',
		error => String(error.message),
	);
	await file.close();
	if (found !== onLinux.get(name)) wrong.push(`${name}: ${found}`);
}
const strays = readdirSync(root).filter(name => !/^(\d+|archive\.zip)$/.test(name));
console.log(JSON.stringify({kinds: hostileZips.length, wrong, strays}));
