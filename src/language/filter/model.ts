import type {EventReference} from '../../contract/event-reference.ts';

/**
 * What a filter says, free of text and JSON: one model per property. Text is parsed into it and printed from it, JSON is
 * imported into it and compiled from it (docs/service.md#filters, docs/service.md#null).
 */
export type Model =
	| TextModel
	| IntervalModel
	| BooleanModel
	| FlagsModel
	| LevelsModel
	| EventCountModel
	| CampaignsModel;

/** A text with `*` in it, until the patterns of a property become one regular expression. */
export type Pattern = {readonly pattern: string};
export type TextValue = string | Pattern;

/** Values, or a regular expression, or neither; and whether null is kept. */
export type TextModel = {
	readonly kind: 'text';
	readonly values: readonly TextValue[];
	readonly regex?: string;
	readonly null: boolean;
	/** Any value but null (`is not null`, a lone `*`); gone once the filter is whole. */
	readonly known?: boolean;
};

/** A value, or a closed range with at least one end, or neither; and whether null is kept. */
export type IntervalModel = {
	readonly kind: 'number' | 'date';
	readonly value?: number | string;
	readonly min?: number | string;
	readonly max?: number | string;
	readonly null: boolean;
	readonly known?: boolean;
};

export type BooleanModel = {readonly kind: 'boolean'; readonly value: boolean};

/** What must hold and what must not, by the name of a flag or the key of a campaign. */
export type Alternative = ReadonlyMap<string, boolean>;
export type FlagsModel = {readonly kind: 'flags'; readonly alternatives: readonly Alternative[]};

export type Level = {readonly values: readonly string[]; readonly null: boolean};
export type LevelsModel = {readonly kind: 'levels'; readonly levels: ReadonlyMap<string, Level>};

export type EventCountModel = {
	readonly kind: 'eventCount';
	readonly event: EventReference;
	readonly min?: number;
	readonly max?: number;
};

/** Campaign keys are `auto/ID` and `manual/ID`; true is delivered. */
export type CampaignsModel = {readonly kind: 'campaigns'; readonly alternatives: readonly Alternative[]};

/** Models by property, in API order. */
export type FilterModel = ReadonlyMap<string, Model>;
