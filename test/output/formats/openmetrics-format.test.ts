import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Column} from '../../../src/output/dataset.ts';
import {createOpenmetrics} from '../../../src/output/formats/openmetrics-format.ts';
import {plainOptions} from '../../../src/output/renderer.ts';
import {laws} from '../../support/laws/laws.ts';

const columns: readonly Column[] = ['question', 'product', 'figure', 'value', 'change', 'verdict'].map(key => ({
	key,
	title: key,
	kind: 'text',
}));

/** The grammar of a sample in OpenMetrics and in Prometheus' text format. */
const sample = /^([a-zA-Z_:][\w:]*)\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\} (-?[\d.]+(?:e[+-]?\d+)?)$/;

function parse(text: string) {
	expect(text.endsWith('# EOF\n')).toBe(true);
	return text
		.trimEnd()
		.split('\n')
		.filter(line => !line.startsWith('# '))
		.map(line => {
			const [, name = line, labels = '', value] = sample.exec(line) ?? [];
			const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', quoted = '']) => [
				label,
				quoted.replace(/\\(.)/g, (_, of) => (of === 'n' ? '\n' : of)),
			]);
			return {name, labels: Object.fromEntries(pairs), value: Number(value)};
		});
}

test('any text and figure can be read back', () => {
	fc.assert(
		fc.property(
			fc.string().map(text => text.replaceAll('\r', '')),
			fc.option(fc.double({noNaN: true, noDefaultInfinity: true})),
			fc.constantFrom('ok', 'note', 'warn', 'fail', 'unknown', 'error'),
			(figure, value, verdict) => {
				const renderer = createOpenmetrics(columns, plainOptions);
				const rows = [['daily', 5, figure, value, null, verdict]];
				const read = parse(renderer.head() + renderer.block(rows) + renderer.tail());
				const values = read.filter(({name}) => name === 'usagectl_question_value');
				expect(values).toEqual(
					value === null
						? []
						: [{name: 'usagectl_question_value', labels: {question: 'daily', product: '5', figure}, value: value + 0}],
				);
				const outcomes = read.filter(({name}) => name === 'usagectl_question_verdict');
				expect(outcomes).toHaveLength(6);
				expect(outcomes.filter(each => each.value === 1).map(({labels}) => labels.verdict)).toEqual([verdict]);
			},
		),
		laws(40),
	);
});
