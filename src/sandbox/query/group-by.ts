import type {Assumed} from '../assumptions/table.ts';
import {Refusal} from '../handler.ts';

/** Throws a Refusal for a unit of counting other than the installation (wire-facts 1.15 and 2.1: later servers know more). */
export function checkGroupBy(groupBy: string | undefined, assume: Assumed): void {
	if (groupBy !== undefined && groupBy !== 'clientId' && assume['group-by'] === 'refuse')
		throw new Refusal('SYNTAX ERROR', `groupBy ${groupBy}: only clientId is counted`);
}
