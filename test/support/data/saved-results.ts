import {addDays} from '../../../src/calendar.ts';
import type {Cell, Column} from '../../../src/output/dataset.ts';
import type {Result} from '../../../src/questions/results/result.ts';

export const edition: Column = {key: 'prodEdition', title: 'Edition', kind: 'label'};
export const active: Column = {key: 'active', title: 'Active', kind: 'count', unit: 'installations'};
export const date: Column = {key: 'date', title: 'Date', kind: 'date', unit: 'day'};
export const lost: Column = {key: 'lost', title: 'Lost', kind: 'count', unit: 'installations'};

/** A kept answer of 30 days until now, by edition, as `report current` gives it. */
export function resultOf(
	day: string,
	rows: readonly (readonly Cell[])[],
	more: Partial<Result> & {readonly body?: object} = {},
): Result {
	const {body, ...rest} = more;
	return {
		format: 1,
		usagectl: '0.1.0',
		question: 'q',
		title: null,
		command: ['report', 'current'],
		service: 'https://service.example',
		isSynthetic: false,
		isCut: false,
		product: 1,
		taken: `${day}T03:00:00Z`,
		day,
		requests: [{path: '/reporting/generic/current', body: {startDate: addDays(day, -30), ...body}}],
		caveats: [],
		incomplete: [],
		notes: [],
		columns: [edition, active],
		rows,
		...rest,
	};
}
