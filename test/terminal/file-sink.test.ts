import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createTemporaryName} from '../../src/files/temporary-names.ts';
import {createFileSink} from '../../src/terminal/file-sink.ts';
import {deadPid, type Fault, leftoverOf, withFault} from '../support/disk/fault-fs.ts';
import {temporaryFolder} from '../support/disk/folders.ts';

const whole = 'new\n'.repeat(1000);

/** Exports over an old file on a disk with a fault; what stands there then. */
async function exported(fault: Fault) {
	const folder = temporaryFolder();
	const path = join(folder, 'out.csv');
	writeFileSync(path, 'old\n');
	const ended = await withFault(fault, async () => {
		const sink = await createFileSink(path);
		try {
			for (let at = 0; at < whole.length; at += 1000) await sink.write(whole.slice(at, at + 1000));
			await sink.commit();
		} catch (error) {
			await sink.discard();
			throw error;
		}
	});
	return {...ended, text: readFileSync(path, 'utf8'), left: readdirSync(folder).filter(name => name !== 'out.csv')};
}

const faultsAt: Readonly<Record<string, (at: number) => Fault>> = {
	EIO: at => ({kind: 'error', at, code: 'EIO'}),
	EACCES: at => ({kind: 'error', at, code: 'EACCES'}),
	'a full disk': at => ({kind: 'full', at}),
	'a short write': at => ({kind: 'short', at}),
	'a kill': at => ({kind: 'kill', at}),
};

test.each(Object.keys(faultsAt))(
	'%s at any operation of an export leaves the old file or the whole new one',
	async name => {
		const {operations} = await exported({kind: 'none'});
		expect(operations).toBeGreaterThan(5);
		for (let at = 1; at <= operations; at++) {
			const {thrown, text, left} = await exported((faultsAt[name] as (at: number) => Fault)(at));
			expect(['old\n', whole], `${name} at ${at}`).toContain(text);
			if (thrown === undefined) expect({text, left}, `${name} at ${at}`).toEqual({text: whole, left: []});
			else if (name === 'a kill') expect(left.length, `${name} at ${at}`).toBeLessThanOrEqual(1);
			else expect(thrown, `${name} at ${at}`).toMatchObject({kind: 'disk'});
		}
	},
);

test('removes what a killed export left with the next one, but not what a running one writes', async () => {
	const folder = temporaryFolder();
	const living = createTemporaryName();
	for (const name of [leftoverOf(deadPid), living]) writeFileSync(join(folder, name), 'half');
	await (await createFileSink(join(folder, 'out.csv'))).commit();
	expect(readdirSync(folder).sort()).toEqual([living, 'out.csv']);
});
