import {expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {complete} from '../../src/language/complete-expressions.ts';
import {compileKind, flagOfKind} from '../../src/language/expression-kinds.ts';
import {readJson} from '../../src/language/source/read-json.ts';
import {failureText} from '../../src/output/failure.ts';
import {giants} from './support/giants.ts';

/** Long texts may give any result except a stack overflow or a message as long as the text. */

const context = {today: '2025-03-15'};

test.each(giants)('%s (%s): a long text compiles, or is refused with a short message', async (_, kind, make) => {
	// Long enough to overflow a stack; test/bench/language.mjs measures a megabyte of each.
	const text = make(30_000);
	expect(() => complete(text, text.length, kind, context)).not.toThrow();
	try {
		const {json, canonical, notes} = compileKind(kind, [{name: flagOfKind[kind], text, readJson}], context);
		expect(JSON.stringify(json).length + canonical.length + notes.length).toBeGreaterThan(0);
	} catch (error) {
		expect(error).toBeInstanceOf(CliError);
		expect((await failureText(error as CliError, {color: false, debug: false})).length).toBeLessThan(3000);
	}
});
