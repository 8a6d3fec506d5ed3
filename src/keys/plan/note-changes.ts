import {counted} from '../../text/wording.ts';
import type {KeysPorts} from '../keys-ports.ts';
import {quoteValue} from '../rows/input-error.ts';
import {type FieldValue, keyFields} from '../rows/upload-columns.ts';
import {readValues} from '../store/spool.ts';
import type {Workspace} from '../store/workspace.ts';
import {countPlanned, type PlanCounts, type PlanRow} from './plan-row.ts';

const maxShown = 5;

/** Tells the first changes before the question. */
export async function noteChanges(
	counts: PlanCounts,
	{note, workspace}: Pick<KeysPorts, 'note'> & {readonly workspace: Workspace},
): Promise<void> {
	const count = countPlanned(counts);
	let shown = 0;
	for await (const rows of readValues<PlanRow>(workspace.path('plan')))
		for (const row of rows.slice(0, maxShown - shown)) {
			await note(describeChange(row));
			shown++;
		}
	if (count > shown) await note(`… and ${counted(count - shown, 'other key')} (--dry-run shows all)`);
}

function describeChange({update, before}: PlanRow): string {
	const values = keyFields.flatMap(({name, get}) => {
		const after = get(update);
		const was = before && get(before);
		if (after === undefined || (before && was === undefined)) return [];
		return [was === undefined ? `${name} ${print(after)}` : `${name} ${print(was)} → ${print(after)}`];
	});
	return `${before ? '' : 'new: '}${update.licenseKey}: ${values.join(', ') || 'default values'}`;
}

function print(value: FieldValue): string {
	if (value === null) return 'none';
	return typeof value === 'string' && /^[\w.-]+$/.test(value) ? value : quoteValue(value);
}
