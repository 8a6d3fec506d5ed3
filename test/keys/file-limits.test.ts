import {expect, test} from 'vitest';
import {createUpload} from './support/killed.ts';

// A few limits; test/soak/disk.test.ts tests all of them.

test.each([0, 1, 4])(
	'an import under ulimit -f %s exits with status 10 and a hint; the same command finishes it',
	async limit => {
		const upload = await createUpload();
		const {code, stdout, stderr} = await upload.after(`ulimit -f ${limit}`);
		expect({code, stdout, stderr}).toEqual({
			code: 10,
			stdout: '',
			stderr: expect.stringMatching(/^error: cannot .*\n(.*\n)*hint: .*ulimit -f/m),
		});
		await upload.expectWhole();
	},
);
