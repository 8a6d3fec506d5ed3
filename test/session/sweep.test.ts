import {readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {trySweep} from '../../src/session/sweep.ts';
import {temporaryFolder} from '../support/folders.ts';

test('of folders of the tool’s own goes what killed writers left of any file; one that is missing is no failure', () => {
	const folder = temporaryFolder();
	const gone = ['.session.json.999999999.0abc.part', '.known-values.json.999999999.1.part'];
	const kept = [`.session.json.${process.pid}.0abc.part`, 'session.json.999999999.0abc.part', '.session.json.part'];
	for (const name of [...gone, ...kept]) writeFileSync(join(folder, name), 'half');
	for (const each of [join(folder, 'missing'), folder]) trySweep(each);
	expect(readdirSync(folder).sort()).toEqual(kept.sort());
});
