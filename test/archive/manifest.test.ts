import {expect, test} from 'vitest';
import {parseManifest} from '../../src/archive/manifest.ts';

test.each(['null', '7', '"name"', '[]', '{}', '{"name": "7_exc_2026-11-21.zip", "kin', ''])(
	'a line that a kill or a full disk left (%s) is no file',
	line => {
		expect(parseManifest(`${line}\n`)).toEqual(new Map());
	},
);
