import {expect, test} from 'vitest';
import {getVerdict} from '../../../src/keys/run/key-verdict.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

/** The verdict of a row from its key, read back after the import. */

const record = emptyRecord('A');
const [taken, left] = [{installQuota: record.installQuota}, {installQuota: 5}];

test('a row with unknown earlier values is rejected if no field was accepted, else altered', () => {
	expect(getVerdict({licenseKey: 'A', ...taken}, undefined, record)).toEqual({verdict: 'accepted'});
	expect(getVerdict({licenseKey: 'A', ...left}, undefined, record)).toEqual({
		verdict: 'rejected',
		reason: 'unchanged after the import: installQuota is 1, not 5',
	});
	expect(getVerdict({licenseKey: 'A', ...left, notes: record.notes}, undefined, record)).toEqual({
		verdict: 'altered',
		reason: 'changed by the service: installQuota is 1, not 5',
	});
});

test('a row with known earlier values is rejected if they are unchanged, else altered', () => {
	const before = {...taken, notes: ''};
	expect(getVerdict({licenseKey: 'A', ...left}, before, record)).toMatchObject({verdict: 'rejected'});
	expect(getVerdict({licenseKey: 'A', ...left}, before, {...record, installQuota: 4})).toMatchObject({
		verdict: 'altered',
	});
	expect(getVerdict({licenseKey: 'A', ...left}, null, record)).toMatchObject({verdict: 'altered'});
	expect(getVerdict({licenseKey: 'A', ...left}, null, undefined)).toMatchObject({verdict: 'rejected'});
});
