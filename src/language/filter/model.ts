import type {EventReference} from '../../contract/event-reference.ts';

/**
 * A filter as one model per property (docs/service.md#filters, docs/service.md#null). Text is parsed into models and printed
 * from them; JSON is imported into models and compiled from them.
 */
export type Model = TextModel | IntervalModel | BooleanModel | AlternativesModel | LevelsModel | EventCountModel;

/** A text with `*`, until all patterns of a property become one regular expression. */
type Pattern = {readonly pattern: string};
export type TextValue = string | Pattern;

/** Values, or a regular expression, or neither; and whether null is included. The expression `.*` means any value but null. */
export type TextModel = {
	readonly kind: 'text';
	readonly values: readonly TextValue[];
	readonly regex?: string;
	readonly null: boolean;
};

/** A value, or a closed range with at least one end, or neither; and whether null is included. */
export type IntervalModel = {
	readonly kind: 'number' | 'date';
	readonly value?: number | string;
	readonly min?: number | string;
	readonly max?: number | string;
	readonly null: boolean;
	/** Any value but null (`is not null`). */
	readonly known?: boolean;
};

export type BooleanModel = {readonly kind: 'boolean'; readonly value: boolean};

/** What must be true and what must be false, by the name of a flag or the key of a campaign. */
export type Alternative = ReadonlyMap<string, boolean>;
/** Campaign keys are `auto/ID` and `manual/ID`; true is delivered. */
export type AlternativesModel = {readonly kind: 'flags' | 'campaigns'; readonly alternatives: readonly Alternative[]};

/** `known`: any value but null. */
export type Level = {readonly values: readonly string[]; readonly null: boolean; readonly known?: boolean};
export type LevelsModel = {readonly kind: 'levels'; readonly levels: ReadonlyMap<string, Level>};

export type EventCountModel = {
	readonly kind: 'eventCount';
	readonly event: EventReference;
	readonly min?: number;
	readonly max?: number;
};

/** Models by property, in API order. */
export type FilterModel = ReadonlyMap<string, Model>;
