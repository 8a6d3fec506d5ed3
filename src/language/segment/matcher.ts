import type {Segment} from '../../contract/segments.ts';

/** What was read after the label of a segment. */
export type Matcher = {
	/** Creates the segment. `text` is what was typed: the label where the service requires one and none was given. */
	readonly build: (label: string | undefined, text: string, limit: number | undefined) => Segment;
	/** Every value is a segment of its own, so the labels come from the data. */
	readonly splits: boolean;
	/** `each` was written, so a label is not allowed. */
	readonly each?: boolean;
};
