import type {Assumed} from '../assumptions/table.ts';
import {refuse} from '../refusal.ts';

/** Throws a Refusal for a unit of counting other than the installation (docs/service.md#later-group-by). */
export function validateGroupBy(groupBy: string | undefined, assume: Assumed): void {
	if (groupBy !== undefined && groupBy !== 'clientId' && assume['group-by'] === 'refuse')
		refuse(`groupBy ${groupBy}: only clientId is counted`);
}
