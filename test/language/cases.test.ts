import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {getReport} from '../../src/contract/reports.ts';
import {CliError} from '../../src/errors.ts';
import type {Compiled} from '../../src/language/compile-expressions.ts';
import {compileKind, type ExpressionKind, expressionKinds, flagOfKind} from '../../src/language/expression-kinds.ts';
import type {LanguageContext} from '../../src/language/language-context.ts';
import {failureText} from '../../src/output/failure.ts';

/** The worked cases of the languages: every form of JSON and every error. */
type Case = Omit<LanguageContext, 'today' | 'report'> & {
	readonly report?: string;
	readonly id: string;
	readonly kind: ExpressionKind;
	readonly expr: string;
	readonly today?: string;
	readonly json?: object;
	readonly canonical?: string;
	readonly warning?: string;
	readonly note?: string;
	readonly error?: {
		readonly column: number;
		readonly line?: number;
		readonly contains: string;
		readonly code: string;
	};
};

const cases: readonly Case[] = JSON.parse(readFileSync(new URL('fixtures/cases.json', import.meta.url), 'utf8'));

const compile = (kind: ExpressionKind, text: string, context: LanguageContext): Compiled<object> =>
	compileKind(kind, [{name: flagOfKind[kind], text}], context);

const contextOf = ({today = '2025-03-15', report, clientStatus, dateSplit}: Case): LanguageContext => ({
	today,
	report: report === undefined ? undefined : getReport(report),
	clientStatus,
	dateSplit,
});
const messages = (remarks: Compiled<object>['warnings']) => remarks.map(remark => remark.message).join('\n');

function failureOf(run: () => unknown): CliError {
	try {
		run();
	} catch (error) {
		if (error instanceof CliError) return error;
		throw error;
	}
	throw new Error('compiled, though it must not');
}

describe.each(expressionKinds)('%s', kind => {
	const mine = cases.filter(item => item.kind === kind);
	const good = mine.filter(item => item.json);
	const bad = mine.filter(item => item.error);

	test.each(good)('$id: $expr', item => {
		const {json, canonical, warnings, notes} = compile(kind, item.expr, contextOf(item));
		// Compared as text, because the order of members must be the API's.
		expect(JSON.stringify(json)).toBe(JSON.stringify(item.json));
		// No member is undefined.
		expect(json).toStrictEqual(item.json);
		expect(canonical).toBe(item.canonical);
		expect(JSON.stringify(compile(kind, canonical, contextOf(item)).json)).toBe(JSON.stringify(item.json));
		if (item.warning) expect(messages(warnings)).toContain(item.warning);
		else expect(messages(warnings)).toBe('');
		if (item.note) expect(messages(notes)).toContain(item.note);
	});

	test.each(bad)('$id: $expr', async item => {
		const failure = failureOf(() => compile(kind, item.expr, contextOf(item)));
		const {line = failure.details.place?.line, column, contains, code} = item.error ?? {};
		expect(failure.kind).toBe('usage');
		expect({code: failure.details.code, ...failure.details.place}).toMatchObject({code, line, column});
		expect(await failureText(failure, {color: false, debug: false})).toContain(contains);
	});
});
