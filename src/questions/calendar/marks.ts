import {CsvError} from 'csv-parse';
import {parse} from 'csv-parse/sync';
import {addDays, isCalendarDay} from '../../calendar.ts';
import {CliError} from '../../errors.ts';
import type {Mark} from '../../output/dataset.ts';
import {enumeration} from '../../text/wording.ts';
import type {QuestionFile} from '../file/question-file.ts';
import type {FileError} from '../file/read-yaml.ts';
import {type FileScope, readPlacedFile} from './placed-file.ts';

const maxMarks = 2000;
const maxErrors = 5;

type Line = {readonly record: readonly string[]; readonly info: {readonly lines: number}};

const parseCsv = (text: string): readonly Line[] =>
	parse(text, {bom: true, trim: true, relaxColumnCount: true, skipEmptyLines: true, info: true}) as unknown as Line[];

/** Returns an error for a line that is neither a mark nor a version without a first day, as `release list` has them. */
function parseLine({record, info}: Line): Mark | string | undefined {
	const [day = '', label = ''] = record;
	if (record.length === 2 && label !== '' && isCalendarDay(day)) return {day, label};
	if (record.length === 2 && label !== '' && day === '') return undefined;
	return `${info.lines}: expected a day and a label, such as 2026-03-15,5.1`;
}

/** Parses `day,label` lines. A first line without a day is the header. */
export function parseMarks(text: string): {readonly marks: readonly Mark[]; readonly errors: readonly string[]} {
	try {
		const [first, ...rest] = parseCsv(text);
		const isHeader = first !== undefined && /^[a-z]/i.test(first.record[0] ?? '');
		const lines = first && !isHeader ? [first, ...rest] : rest;
		if (lines.length > maxMarks)
			return {marks: [], errors: [`expected at most ${maxMarks} marks, not ${lines.length}`]};
		const parsed = lines.map(parseLine);
		const marks = parsed.filter(each => typeof each === 'object');
		const errors = parsed.filter(each => typeof each === 'string').slice(0, maxErrors);
		return {marks: marks.toSorted((one, other) => one.day.localeCompare(other.day)), errors};
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		return {marks: [], errors: [`expected CSV: ${error.message}`]};
	}
}

async function readMarkLines(
	label: string,
	path: string,
	place: FileScope,
): Promise<{readonly marks: readonly Mark[]; readonly errors: readonly string[]}> {
	const found = await readPlacedFile(label, path, place);
	if ('error' in found) return {marks: [], errors: [found.error]};
	const {marks, errors} = parseMarks(found.text);
	return {marks, errors: errors.map(error => `${label}: ${path}: ${error}`)};
}

/** Reads the marks that a question file names. */
export async function readMarks(
	{marks: path, locate}: Pick<QuestionFile, 'marks' | 'locate'>,
	place: FileScope,
): Promise<{readonly marks: readonly Mark[]; readonly errors: readonly FileError[]}> {
	if (path === undefined) return {marks: [], errors: []};
	const {marks, errors} = await readMarkLines('marks', path, place);
	return {marks, errors: errors.map(message => ({...locate(['marks']), message}))};
}

/** Reads the marks for a report. Throws CliError (usage). */
export async function readMarksFile(path: string): Promise<readonly Mark[]> {
	const {marks, errors} = await readMarkLines('--marks', path, {folder: '.', typedPaths: [path]});
	const [error] = errors;
	if (error === undefined) return marks;
	throw new CliError('usage', error, {hint: 'give a CSV file with a day and a label on each line'});
}

const recentDays = 7;

/** Names the marks of the last days until a result. */
export function describeRecentMarks(marks: readonly Mark[], day: string): string | undefined {
	const recent = marks.filter(mark => mark.day > addDays(day, -recentDays) && mark.day <= day);
	if (recent.length === 0) return undefined;
	return `marked in the last ${recentDays} days: ${enumeration(recent.map(mark => `${mark.label} on ${mark.day}`))}`;
}
