import {expect, test} from 'vitest';
import {createMask} from '../../src/client/mask.ts';
import {wrapMessage} from '../../src/output/wrap-message.ts';

test('wraps a note at words, and keeps a command to paste on one line', () => {
	expect(wrapMessage('note: losses of the last 30 days are incomplete', 24)).toBe(
		'note: losses of the last\n  30 days are incomplete',
	);
	expect(wrapMessage('  note: to undo it: usagectl keys undo 1 -p 5; or not', 40)).toBe(
		'  note: to undo it:\n    usagectl keys undo 1 -p 5; or not',
	);
	expect(wrapMessage('all of them come with -o csv or so', 25)).toBe('all of them come with\n  -o csv or so');
	expect(wrapMessage('as in (usagectl keys set --help)', 20)).toBe('as in\n  (usagectl keys set --help)');
	expect(wrapMessage("to count them, write 'each *, null'", 32)).toBe("to count them, write\n  'each *, null'");
	expect(wrapMessage('a  b', 4)).toBe('a  b');
	expect(wrapMessage('漢字 漢字', 8)).toBe('漢字\n  漢字');
	expect(wrapMessage(`note: ${'x'.repeat(30)} y`, 20)).toBe(`note:\n  ${'x'.repeat(30)}\n  y`);
	expect(wrapMessage('', 20)).toBe('');
});

test('masks a secret that is wrapped over lines', () => {
	const secret = 'correct  horse battery';
	const mask = createMask();
	mask.add(secret);
	expect(mask.text(wrapMessage(`the password is ${secret} as it is`, 24))).not.toContain('horse');
});
