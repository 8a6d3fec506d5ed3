import type {Dataset} from '../dataset.ts';
import {type FileFormat, type Format, isForPeople} from '../formats.ts';
import {limitRows} from './limit-rows.ts';
import {toWide} from './pivot-rows.ts';
import {selectFields, selectNeeded, selectShown} from './select-columns.ts';
import {toVertical} from './vertical-record.ts';

type ShapeOptions = {
	readonly format: Format | FileFormat;
	readonly fields?: readonly string[] | undefined;
	readonly limit?: number | undefined;
};

export async function shapeRows(data: Dataset, {format, fields, limit}: ShapeOptions) {
	const forPeople = isForPeople(format);
	const wide = data.pivot ? await toWide(data, data.pivot, {forPeople}) : data;
	const needed = forPeople && !fields ? await selectNeeded(wide) : {data: wide, notes: []};
	const shown = forPeople ? selectShown(needed.data) : needed.data;
	const limited = limitRows(fields ? selectFields(wide, fields) : shown, limit);
	return {
		data: limited.data.isVertical && forPeople ? await toVertical(limited.data) : limited.data,
		hiddenColumns: fields ? 0 : needed.data.columns.length - shown.columns.length,
		notes: needed.notes,
		limitNotes: limited.notes,
	};
}
