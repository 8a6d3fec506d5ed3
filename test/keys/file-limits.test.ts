import {expect, test} from 'vitest';
import {createUpload} from './support/killed.ts';

// A few limits; test/soak/disk.test.ts has every one.

test.each([0, 1, 4])('an upload under ulimit -f %s: 10 and what to do; the same command ends it', async limit => {
	const upload = await createUpload();
	const {code, stdout, stderr} = await upload.after(`ulimit -f ${limit}`);
	expect({code, stdout, stderr}).toEqual({
		code: 10,
		stdout: '',
		stderr: expect.stringMatching(/^error: cannot .*\n(.*\n)*hint: .*ulimit -f/m),
	});
	await upload.expectWhole();
});
