import {expect, test} from 'vitest';
import type {Globals} from '../../../src/cli/definition/globals.ts';
import {inheritTexts} from '../../../src/cli/lines/inherit-texts.ts';
import {resolveSettings} from '../../../src/session/settings.ts';
import {noSettings} from '../../../src/session/stored-settings.ts';

const settings = resolveSettings({
	flags: {timeout: ['5s'], output: ['csv']},
	env: {USAGECTL_COLOR: 'never'},
	stored: noSettings,
});
const inherit = (globals: Partial<Globals>) => inheritTexts({globals: globals as Globals, settings});

test('a line inside another one has its service, day, products and typed settings, but a format of its own', () => {
	expect(inherit({sandbox: false, profile: 'acme', products: [7, 8], today: '2026-06-30'})).toEqual({
		profile: ['acme'],
		product: ['7', '8'],
		today: ['2026-06-30'],
		timeout: ['5s'],
	});
	expect(inherit({sandbox: true, profile: 'sandbox', products: []})).toMatchObject({sandbox: ['true']});
});
