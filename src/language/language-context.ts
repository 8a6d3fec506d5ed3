import type {Property} from '../contract/properties.ts';
import type {Report} from '../contract/reports.ts';

export type RecordKind = 'exceptions' | 'events';

export type LanguageContext = {
	/** The meaning of `today`, as `YYYY-MM-DD`. */
	readonly today: string;
	/** Without a report, rules that differ between reports are not checked. */
	readonly report?: Report | undefined;
	/** Undefined for a filter on reports. */
	readonly records?: RecordKind | undefined;
	/** Maps the product's own names to properties: `Seat type` to `C01`. */
	readonly ownNames?: ReadonlyMap<string, string> | undefined;
	/** Properties of the product that the catalog lacks. */
	readonly listed?: readonly Property[] | undefined;
	/** Accept codes outside ISO 3166 (`--any-code`). */
	readonly anyCode?: boolean | undefined;
	/** Statuses in the request: a level can only be sorted by one of them. */
	readonly clientStatus?: readonly string[] | undefined;
	/** With a date split a report can have one level only. */
	readonly dateSplit?: string | null | undefined;
};
