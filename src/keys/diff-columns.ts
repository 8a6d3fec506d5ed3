import type {Column} from '../output/dataset.ts';

/** One row per new key, and per field of a key that changes. */
export const diffColumns: readonly Column[] = [
	{key: 'line', title: 'Line', kind: 'number'},
	{key: 'licenseKey', title: 'License key', kind: 'text'},
	{key: 'change', title: 'Change', kind: 'text'},
	{key: 'field', title: 'Field', kind: 'text'},
	{key: 'before', title: 'Before', kind: 'text'},
	{key: 'after', title: 'After', kind: 'text'},
];
