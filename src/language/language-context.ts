import type {Property} from '../contract/properties.ts';
import type {ReportPath} from '../contract/reports.ts';

/** Expressions are checked against this, and against the catalogue. */
export type LanguageContext = {
	/** The day that `today` means, `YYYY-MM-DD`. */
	readonly today: string;
	/** The report it is for; left out, nothing is checked that differs between reports. */
	readonly report?: ReportPath | undefined;
	/** Names of properties by what the product itself calls them: `C01` by `Seat type`. */
	readonly ownNames?: ReadonlyMap<string, string> | undefined;
	/** Properties that the product has beside those of the catalogue. */
	readonly listed?: readonly Property[] | undefined;
	/** Lets codes outside ISO 3166 through (`--any-code`). */
	readonly anyCode?: boolean | undefined;
	/** Statuses that generic/current is asked for: a level can only be sorted by one of them. */
	readonly clientStatus?: readonly string[] | undefined;
	/** With a date split generic/current takes one level only. */
	readonly dateSplit?: string | null | undefined;
};
