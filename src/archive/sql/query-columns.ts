import {type ColumnLayout, sentenceLayout} from '../../output/column-layout.ts';
import type {Column, ColumnKind} from '../../output/dataset.ts';

const viewColumnLayouts: ReadonlyMap<string, ColumnLayout> = new Map<string, ColumnLayout>([
	['timestamp', {priority: 1, minWidth: 19}],
	['licenseType', {priority: 1, minWidth: 14}],
	['file', {minWidth: 16, cut: 'start'}],
	['fingerprint', {priority: 1, minWidth: 16}],
	['question', sentenceLayout],
	['figure', {priority: 3}],
]);

export function toQueryColumn(name: string, kind: ColumnKind): Column {
	const layout = viewColumnLayouts.get(name);
	return {key: name, title: name, kind, ...(layout && {layout})};
}
