import type {KeyRecord, KeyUpdate} from '../../contract/operations/license-keys.ts';
import {keyFlags} from '../../contract/request-words.ts';

export type Fields = Omit<KeyUpdate, 'licenseKey'>;
export type FieldValue = string | number | boolean | null;

export type Field = {
	readonly name: string;
	/** The value in an update; undefined leaves the field unchanged. */
	readonly ofUpdate: (fields: Fields) => FieldValue | undefined;
	readonly ofRecord: (record: KeyRecord) => FieldValue;
	readonly assign: (fields: Fields, value: FieldValue) => Fields;
};

const plainField = (name: 'licenseType' | 'expiryDate' | 'installQuota' | 'notes'): Field => ({
	name,
	ofUpdate: fields => fields[name],
	ofRecord: record => record[name],
	assign: (fields, value) => ({...fields, [name]: value}),
});

export const keyFields: readonly Field[] = [
	plainField('licenseType'),
	...keyFlags.map(
		(name): Field => ({
			name,
			ofUpdate: ({licenseStatus}) => licenseStatus?.[name],
			ofRecord: ({licenseStatus}) => licenseStatus[name],
			assign: ({licenseStatus, ...rest}, value) => ({
				...rest,
				licenseStatus: {...licenseStatus, [name]: value as boolean},
			}),
		}),
	),
	plainField('expiryDate'),
	plainField('installQuota'),
	plainField('notes'),
];
