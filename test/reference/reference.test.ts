import {expect, test} from 'vitest';
import {getGeneratedFiles, listGenerated, readProjectFile, writeReference} from '../support/program/reference.ts';

test('README, reference and completions match the tables', async () => {
	if (process.env.WRITE_REFERENCE) await writeReference();
	const files = await getGeneratedFiles();
	for (const [path, text] of files) expect(readProjectFile(path), `${path}: npm run reference`).toBe(text);
	expect(listGenerated().filter(path => !files.has(path))).toEqual([]);
});
