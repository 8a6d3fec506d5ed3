import type {KeyRecord, KeyUpdate} from '../../contract/operations/license-keys.ts';
import {keyFlags} from '../../contract/request-words.ts';

/** The values of a key that an upload can change. */
export type Fields = Omit<KeyUpdate, 'licenseKey'>;
export type FieldValue = string | number | boolean | null;

export type Field = {
	readonly name: string;
	/** The value that is asked for; undefined: leave it as it is. */
	readonly asked: (fields: Fields) => FieldValue | undefined;
	readonly found: (record: KeyRecord) => FieldValue;
	/** The fields with this one's value put in. */
	readonly put: (fields: Fields, value: FieldValue) => Fields;
};

const plain = (name: 'licenseType' | 'expiryDate' | 'installQuota' | 'notes'): Field => ({
	name,
	asked: fields => fields[name],
	found: record => record[name],
	put: (fields, value) => ({...fields, [name]: value}),
});

/** Every field, in the order of the template. */
export const fields: readonly Field[] = [
	plain('licenseType'),
	...keyFlags.map(
		(name): Field => ({
			name,
			asked: ({licenseStatus}) => licenseStatus?.[name],
			found: ({licenseStatus}) => licenseStatus[name],
			put: ({licenseStatus, ...rest}, value) => ({
				...rest,
				licenseStatus: {...licenseStatus, [name]: value as boolean},
			}),
		}),
	),
	plain('expiryDate'),
	plain('installQuota'),
	plain('notes'),
];
