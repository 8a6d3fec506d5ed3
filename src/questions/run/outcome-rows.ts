import {sentenceLayout} from '../../output/column-layout.ts';
import type {Column, Row} from '../../output/dataset.ts';
import {groupBy} from '../../text/group-by.ts';
import {counted} from '../../text/wording.ts';
import type {Outcome} from './run-questions.ts';

export const outcomeColumns: readonly Column[] = [
	{key: 'question', title: 'Question', kind: 'text', layout: sentenceLayout},
	{key: 'product', title: 'Product', kind: 'text', hiddenByDefault: true},
	{key: 'figure', title: 'Figure', kind: 'text', layout: {priority: 3}},
	{key: 'value', title: 'Value', kind: 'number', hasMixedUnits: true},
	{key: 'change', title: 'Change', kind: 'number', isChange: true, hasMixedUnits: true},
	{key: 'changePercent', title: 'Change %', kind: 'percent', isChange: true, unit: '%', layout: {priority: 3}},
	{key: 'since', title: 'Since', kind: 'date', layout: {priority: 3}},
	{key: 'verdict', title: 'Outcome', kind: 'text', layout: {priority: 1}},
	{key: 'reason', title: 'Reason', kind: 'text', layout: {...sentenceLayout, priority: 1, minWidth: 28}},
];

export function columnsFor(outcomes: readonly Outcome[]): readonly Column[] {
	const products = new Set(outcomes.flatMap(({product}) => product ?? []));
	return products.size > 1 ? outcomeColumns.map(column => ({...column, hiddenByDefault: false})) : outcomeColumns;
}

export const getVerdict = (outcome: Outcome) => ('failure' in outcome ? 'error' : outcome.summary.verdict);

/** Returns `16 questions, 2026-06-30: 14 ok, 1 fail, 1 unknown`. A question has an outcome for each of its products. */
export function describeOutcomes(outcomes: readonly Outcome[], today: string): string {
	const questions = new Set(outcomes.map(({name}) => name)).size;
	const counts = [...groupBy(outcomes, getVerdict)].map(([verdict, own]) => ({verdict, count: own.length}));
	const sorted = counts.toSorted((one, other) => Number(other.verdict === 'ok') - Number(one.verdict === 'ok'));
	return `${counted(questions, 'question')}, ${today}: ${sorted.map(({verdict, count}) => `${count} ${verdict}`).join(', ')}`;
}

const round = (value: number) => Math.round(value * 10) / 10;

export function toRow(outcome: Outcome): Row {
	const {name, product = null} = outcome;
	if ('failure' in outcome) return [name, product, null, null, null, null, null, 'error', outcome.failure.message];
	const {result, summary} = outcome;
	const {what, value, before, beforeDay, verdict, reason} = summary;
	const change = value !== null && before !== null ? Math.round((value - before) * 1e6) / 1e6 : null;
	const percent = change !== null && before ? round((100 * change) / Math.abs(before)) : null;
	return [name, result.product, what, value, change, percent, beforeDay, verdict, reason === '' ? null : reason];
}
