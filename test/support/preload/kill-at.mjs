// Preload (`node --import kill-at.mjs …`): ends the process as kill -9 would, in front of its n-th operation on files that
// changes something. KILL_AT=n; a write is half done by then. Without it, the number of operations goes to the file OPERATIONS_TO.
import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import witness from './witness.cjs';

const killAt = Number(process.env.KILL_AT ?? Number.POSITIVE_INFINITY);
const countTo = process.env.OPERATIONS_TO;
// What the witness writes is no operation of the program's.
const {writeFileSync} = fs;
let operations = 0;
const die = () => {
	witness.tell();
	process.kill(process.pid, 'SIGKILL');
};

const halve = ([bytes, from = 0, length = bytes?.length]) =>
	bytes instanceof Uint8Array ? [bytes, from, Math.floor(length / 2)] : undefined;

function patch(target, name, changes = () => true) {
	const real = target[name];
	target[name] = function (...args) {
		if (!changes(args) || ++operations < killAt) return real.apply(this, args);
		if (operations > killAt) return new Promise(() => {});
		const half = name === 'write' ? halve(args) : undefined;
		if (half) return real.apply(this, half).then(die);
		die();
		return new Promise(() => {});
	};
}

const opensToWrite = ([, flags = 'r']) => (typeof flags === 'number' ? (flags & 3) !== 0 : flags !== 'r');
const handle = await fs.promises.open(import.meta.filename);
const prototype = Object.getPrototypeOf(handle);
await handle.close();
patch(fs.promises, 'open', opensToWrite);
for (const name of ['mkdir', 'rename', 'rm', 'writeFile', 'link', 'unlink', 'appendFile']) patch(fs.promises, name);
for (const name of ['write', 'sync', 'datasync', 'truncate', 'writeFile', 'appendFile']) patch(prototype, name);
syncBuiltinESMExports();
if (countTo) process.on('exit', () => writeFileSync(countTo, String(operations)));
