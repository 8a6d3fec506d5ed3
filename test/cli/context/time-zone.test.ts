import {expect, test} from 'vitest';
import {usagectl} from '../../support/program/usagectl.ts';

/** Node reads other values of TZ than names as UTC, so `today` would be another day without a word. */

const line = 'report current --dry-run --base-url https://service.invalid -p 7';
const warnings = async (words: string, TZ: string) =>
	(await usagectl(words, {env: {TZ}})).stderr.split('\n').filter(text => text.includes('TZ'));

test.each(['NZST-12NZDT,M9.5.0,M4.1.0/3', 'CET-1CEST', '<+07>-7', 'Europe/Berln'])(
	'warns that TZ=%s means UTC, and names --tz',
	async TZ => {
		expect(await warnings(line, TZ)).toEqual([expect.stringContaining('--tz')]);
		expect(await warnings(`${line} --tz Pacific/Auckland`, TZ)).toEqual([]);
		expect(await warnings(`${line} --today 2026-06-30`, TZ)).toEqual([]);
	},
);

test.each(['', 'UTC', 'Europe/Berlin', ':Europe/Berlin', '/usr/share/zoneinfo/Europe/Berlin', 'UTC0'])(
	'does not warn about TZ=%s',
	async TZ => {
		expect(await warnings(line, TZ)).toEqual([]);
	},
);
