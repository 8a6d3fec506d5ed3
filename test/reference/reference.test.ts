import {expect, test} from 'vitest';
import {getGeneratedFiles, readProjectFile, writeReference} from '../support/reference.ts';

test('README, manual page and completions are what the tables make of them', async () => {
	if (process.env.WRITE_REFERENCE) await writeReference();
	for (const [path, text] of await getGeneratedFiles())
		expect(readProjectFile(path), `${path}: npm run reference`).toBe(text);
});
