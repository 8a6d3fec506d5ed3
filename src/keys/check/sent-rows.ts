import {type CheckedRow, type LeftOutRow, toLeftOutRow} from '../rows/checked-row.ts';
import {readValues} from '../store/spool.ts';
import type {CheckedFile} from './check-file.ts';
import type {Mark} from './row-marks.ts';

const reasons: Readonly<Partial<Record<Mark, string>>> = {
	contradicts: 'the key is in several rows with different values',
	mangled: 'the key looks mangled by a spreadsheet or an encoding',
};

/** Reads the valid rows again, without those that are left out because of other rows. */
export async function* readSent(
	{path, marks}: CheckedFile,
	leaveOut: (row: LeftOutRow) => void,
): AsyncGenerator<readonly CheckedRow[]> {
	let index = 0;
	const isSent = (row: CheckedRow) => {
		const mark = marks.get(index++);
		const reason = reasons[mark];
		if (reason !== undefined) leaveOut(toLeftOutRow(row, reason));
		return mark === 'sent';
	};
	for await (const rows of readValues<CheckedRow>(path)) yield rows.filter(isSent);
}
