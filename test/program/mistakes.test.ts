import {expect, test} from 'vitest';
import {transcript, usagectl} from '../support/usagectl.ts';

test('mistaken command lines are answered with the place and the nearest good thing', async () => {
	const lines = [
		'usagectl hlep',
		'usagectl help hlep',
		'usagectl help --jsn',
		'usagectl help --json=yes',
		'usagectl help -o yaml',
		'usagectl help --limit -5',
		'usagectl help --limit=',
		'usagectl help --limit 1e3',
		'usagectl help --limit 1 --limit 2',
		'usagectl help -p 1,,2',
		'usagectl help --timeout soon',
		'usagectl help --base-url https://ada:secret@host/',
		'usagectl help --base-url ftp://host',
		'usagectl help --today 2026-02-30',
		'usagectl help --out',
		'usagectl help --limit 0 -o json',
		"usagectl '\u001b[31mhelp'",
	];
	await expect(await transcript(lines)).toMatchFileSnapshot('../transcripts/mistakes.txt');
});

test('global flags stand before and after the command', async () => {
	const after = await usagectl('help --json -o json -p 1 -p 2,3');
	for (const line of [
		'-p 1 help -o json --json -p 2,3',
		'-o json -p 1 -p 2,3 help --json',
		'--output=json -p1 help --json',
	]) {
		expect(await usagectl(line)).toEqual(after);
	}
	expect(after).toMatchObject({exitCode: 0, stderr: ''});
});

test('a flag after a group is for the verb that the group has', async () => {
	const typed = await usagectl('-p 1 report churn retention --from soon --lost-after 30');
	expect(typed).toMatchObject({exitCode: 2, stderr: expect.stringContaining("'soon' is not a date")});
	expect(await usagectl('-p 1 report churn --from soon --lost-after 30')).toEqual(typed);
	expect(await usagectl('report --quiet churn -q -p 1 --lost-after=30 --from soon')).toMatchObject({exitCode: 2});
	expect(await usagectl('-p 1 report churn day --from soon')).toMatchObject({
		stderr: expect.stringContaining('did you mean usagectl report churn days'),
	});
});
