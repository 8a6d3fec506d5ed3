import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {listLevels} from '../../src/contract/rules/segment-rules.ts';
import type {Level} from '../../src/contract/segment-schemas.ts';
import {CliError} from '../../src/errors.ts';
import {complete} from '../../src/language/complete-expressions.ts';
import {printEvent} from '../../src/language/events/print-event.ts';
import {compileKind, type ExpressionKind, expressionKinds as kinds} from '../../src/language/expression-kinds.ts';
import {printFilter} from '../../src/language/filter/filter-model.ts';
import {keyCatalog, reportCatalog} from '../../src/language/properties/catalog.ts';
import {printLevel, printSegments} from '../../src/language/segment/print-segments.ts';
import {codes} from '../../src/language/source/error-codes.ts';
import {readJson} from '../../src/language/source/read-json.ts';
import {laws} from '../support/laws/laws.ts';
import {eventReference, keyFilters, reportFilters} from './support/models.ts';
import {levels, segmentation} from './support/segmentations.ts';
import {nasty, tokenSoup, tokens} from './support/texts.ts';

/** Any text gives JSON that imports again, or one error that points into the text (L9 to L12). */

const context = {today: '2025-03-15'};
const compile = (kind: ExpressionKind, text: string) =>
	compileKind(kind, [{name: '--filter', text, readJson}], context);

/** Texts that compile. */
const printed: Readonly<Record<ExpressionKind, fc.Arbitrary<string>>> = {
	filter: reportFilters.map(model => printFilter(model, reportCatalog)),
	key: keyFilters.map(model => printFilter(model, keyCatalog)),
	segment: segmentation.map(({segmentBy, segments}) => printSegments(segmentBy, segments)),
	level: levels.map(item =>
		listLevels<Level>(item)
			.map(level => printLevel(level))
			.join('\n'),
	),
	event: eventReference.map(event => printEvent(event)),
};

/** Returns the error of a text, or undefined if it compiles to JSON in normal form. */
function check(kind: ExpressionKind, text: string): string | undefined {
	try {
		const {json, canonical} = compile(kind, text);
		const wire = JSON.stringify(json);
		if (JSON.stringify(compile(kind, wire).json) !== wire) throw new Error(`imports differently: ${wire}`);
		// `{}` has no text.
		if (canonical === '' && wire === '{}') return undefined;
		if (JSON.stringify(compile(kind, canonical).json) !== wire) throw new Error(`prints differently: ${canonical}`);
		return undefined;
	} catch (error) {
		if (!(error instanceof CliError)) throw error;
		checkPlace(text, error);
		return error.details.code;
	}
}

function checkPlace(text: string, {kind, message, details: {place, code, hint}}: CliError): void {
	const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
	const line = lines[(place?.line ?? 0) - 1];
	const column = place?.column ?? 0;
	const isInside = line !== undefined && column >= 1 && column <= [...line].length + 1 && place?.text === line;
	if (!isInside) throw new Error(`points outside: ${JSON.stringify(place)}`);
	if (kind !== 'usage' || !(codes as readonly unknown[]).includes(code) || hint === '' || message === '') {
		throw new Error(`is no advice: ${code} ${message} ${hint}`);
	}
}

describe.each(kinds)('%s', kind => {
	const runs = laws(250);

	test('L9: token soup', () => {
		const seen = new Set<string | undefined>();
		fc.assert(
			fc.property(tokenSoup, text => {
				seen.add(check(kind, text));
			}),
			runs,
		);
		// Otherwise the random texts would test too little.
		expect(seen.size).toBeGreaterThan(8);
		expect(seen).toContain(undefined);
	});

	test('L10: arbitrary Unicode', () => {
		const unit = fc.oneof(
			fc.string({unit: 'binary', maxLength: 6}),
			fc.constantFrom(...nasty),
			fc.constantFrom(...tokens),
		);
		fc.assert(
			fc.property(fc.array(unit, {maxLength: 6}), parts => {
				check(kind, parts.join(''));
			}),
			runs,
		);
	});

	test('L11, L12: every prefix of a text, and a text with one character changed; completion never throws', () => {
		const samples = fc.tuple(
			printed[kind],
			fc.nat(),
			fc.oneof(fc.constantFrom(...tokens), fc.string({unit: 'binary', maxLength: 1})),
		);
		fc.assert(
			fc.property(samples, ([text, at, other]) => {
				const cut = at % (text.length + 1);
				check(kind, text.slice(0, cut));
				check(kind, text.slice(0, cut) + other + text.slice(cut + 1));
				for (const {from} of complete(text, cut, kind, context).suggestions) {
					if (from < 0 || from > cut) throw new Error(`suggests at ${from}`);
				}
			}),
			runs,
		);
	});
});
