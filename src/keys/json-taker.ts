import {type CheckOptions, reasonOf} from './check-options.ts';
import type {Intake} from './intake.ts';
import {checkJsonRow} from './json-check.ts';
import {type JsonBlock, type JsonRow, placeOfMember} from './json-rows.ts';
import type {Problem} from './problem.ts';

/** Takes a block of a JSON file: good rows go to the intake, mistakes come back. */
export function takeJson(block: JsonBlock, options: CheckOptions, intake: Intake): Problem[] {
	intake.unread += block.faults.length;
	return [...block.faults, ...block.rows.flatMap(row => takeRow(row, options, intake))];
}

function takeRow(row: JsonRow, {naming, rules}: CheckOptions, intake: Intake): readonly Problem[] {
	const read = checkJsonRow(row, naming, rules);
	if ('problems' in read) {
		intake.leave({line: row.line, reason: reasonOf(read.problems), row: row.value});
		return read.problems;
	}
	const place = placeOfMember(row, 'licenseKey');
	const edited = row.value.lastEditedDate;
	const taken = {
		line: row.line,
		update: read.update,
		key: [place.line, place.column] as const,
		...(typeof edited === 'string' ? {expect: {lastEditedDate: edited}} : {}),
	};
	intake.take(taken, read.suspicion);
	return [];
}
