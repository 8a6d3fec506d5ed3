import type {Dataset} from '../dataset.ts';
import {type FileFormat, type Format, isForPeople} from '../formats.ts';
import {limitRows} from './limit-rows.ts';
import {markRows} from './mark-rows.ts';
import {toWide} from './pivot-rows.ts';
import {selectFields, selectNeeded, selectShown} from './select-columns.ts';
import {toVertical} from './vertical-record.ts';

type ShapeOptions = {
	readonly format: Format | FileFormat;
	readonly fields?: readonly string[] | undefined;
	readonly limit?: number | undefined;
};

/** Fields that name the columns of what is incomplete show them instead of marks. */
const namesMarks = ({columns}: Dataset, fields: readonly string[] = []) =>
	columns.some(({key, marksIncomplete}) => marksIncomplete && fields.includes(key));

export async function shapeRows(all: Dataset, {format, fields, limit}: ShapeOptions) {
	const forPeople = isForPeople(format);
	const {data, isMarked} =
		forPeople && !namesMarks(all, fields) ? await markRows(all, limit) : {data: all, isMarked: false};
	const wide = data.pivot ? await toWide(data, data.pivot) : data;
	const needed = forPeople && !fields ? await selectNeeded(wide) : {data: wide, notes: []};
	const shown = forPeople ? selectShown(needed.data) : needed.data;
	const limited = limitRows(fields ? selectFields(wide, fields) : shown, limit);
	return {
		data: limited.data.isVertical && forPeople ? await toVertical(limited.data) : limited.data,
		isMarked,
		hiddenColumns: fields ? 0 : needed.data.columns.length - shown.columns.length,
		notes: needed.notes,
		limitNotes: limited.notes,
	};
}
