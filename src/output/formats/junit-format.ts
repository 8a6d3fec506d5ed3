import type {Cell, Column, Row} from '../dataset.ts';
import {printable} from '../printable.ts';
import type {CreateRenderer} from '../renderer.ts';

/** Writes verdicts as a JUnit report, which CI systems show. Rows have `question`, `verdict` and `reason`. */

const entities: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};
/** XML cannot contain U+FFFE and U+FFFF; `printable` escapes the other characters that it cannot. */
const escapeXml = (cell: Cell) =>
	printable(String(cell ?? ''))
		.replace(/[\ufffe\uffff]/g, sign => `\\u{${sign.charCodeAt(0).toString(16)}}`)
		.replace(/[&<>"]/g, found => entities[found] ?? found);

/** JUnit has no warnings and notes: report them as passed tests with output. */
const elements: Readonly<Record<string, (reason: string) => string>> = {
	fail: reason => `<failure message="${reason}"/>`,
	error: reason => `<error message="${reason}"/>`,
	unknown: reason => `<skipped message="${reason}"/>`,
	note: reason => `<system-out>note: ${reason}</system-out>`,
	warn: reason => `<system-out>warning: ${reason}</system-out>`,
};

function testCase(columns: readonly Column[], row: Row): string {
	const cellOf = (name: string): Cell => row[columns.findIndex(({key}) => key === name)] ?? null;
	const product = cellOf('product');
	const name = `${escapeXml(cellOf('question'))}${product === null ? '' : ` (${escapeXml(product)})`}`;
	const inside = elements[String(cellOf('verdict'))]?.(escapeXml(cellOf('reason'))) ?? '';
	return `    <testcase classname="usagectl" name="${name}">${inside}</testcase>\n`;
}

export const createJunit: CreateRenderer = columns => {
	const rows: Row[] = [];
	const verdictAt = columns.findIndex(({key}) => key === 'verdict');
	const count = (verdict: string) => rows.filter(row => row[verdictAt] === verdict).length;
	return {
		head: () => '',
		block: more => {
			rows.push(...more);
			return '';
		},
		tail: () =>
			`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="usagectl" tests="${rows.length}" failures="${count('fail')}" errors="${count('error')}" skipped="${count('unknown')}">\n${rows.map(row => testCase(columns, row)).join('')}  </testsuite>\n</testsuites>\n`,
	};
};
