import {expect, test} from 'vitest';
import {getVerdict} from '../../../src/keys/run/key-verdict.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

/** What a key read back after the upload says of its row. */

const record = emptyRecord('A');
const [taken, left] = [{installQuota: record.installQuota}, {installQuota: 5}];

test('a row whose key was not looked at before: not one field was taken, or some', () => {
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

test('a row whose key is known from before: it is as it was, or something else became of it', () => {
	const before = {...taken, notes: ''};
	expect(getVerdict({licenseKey: 'A', ...left}, before, record)).toMatchObject({verdict: 'rejected'});
	expect(getVerdict({licenseKey: 'A', ...left}, before, {...record, installQuota: 4})).toMatchObject({
		verdict: 'altered',
	});
	expect(getVerdict({licenseKey: 'A', ...left}, null, record)).toMatchObject({verdict: 'altered'});
	expect(getVerdict({licenseKey: 'A', ...left}, null, undefined)).toMatchObject({verdict: 'rejected'});
});
