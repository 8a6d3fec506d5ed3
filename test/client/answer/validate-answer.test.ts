import {expect, test} from 'vitest';
import {readAnswer, readRaw} from '../../../src/client/answer/response.ts';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import {CliError} from '../../../src/errors.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

const {oldestReportedDate} = endpoints.meta;
const {current} = endpoints.reports;
const good = '{"status":"OK","oldestDate":"2023-06-30"}';
/** As the reader of bodies has it: nothing where it is not UTF-8. */
function toText(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		return undefined;
	}
}
const answer = (status: number, body: string | Uint8Array, headers = {}) => ({
	status,
	headers,
	text: toText(Buffer.from(body)),
});
const judge = (status: number, body: string | Uint8Array, headers = {}) => {
	try {
		readAnswer(oldestReportedDate, answer(status, body, headers), () => undefined);
		return 'OK';
	} catch (error) {
		return error instanceof CliError ? `${error.kind} ${error.details.code}` : String(error);
	}
};

/** docs/service.md#errors and test/faults.md J1 to J15: status, body, verdict. */
test.each<[number, string | Uint8Array, string]>([
	[200, good, 'OK'],
	[200, `\u{feff}${good}`, 'OK'],
	[201, good, 'OK'],
	[200, '{"oldestDate":"2023-06-30","status":"OK","reason":null}', 'OK'],
	// A dead session, in all its shapes.
	[401, '', 'auth session'],
	[401, '{"status":"AUTH ERROR"}', 'auth session'],
	[403, '{"status":"AUTH ERROR","reason":"x"}', 'auth session'],
	[403, '<html>', 'auth session'],
	[200, '{"status":"AUTH ERROR","reason":"x"}', 'auth session'],
	[400, '{"status":"AUTH ERROR"}', 'auth session'],
	[302, '', 'auth redirect'],
	[307, '<html>', 'auth redirect'],
	[200, '<!DOCTYPE html><html>', 'auth html'],
	[200, '\u{feff}\n <html>', 'auth html'],
	// The service turns the request away.
	[400, '{"status":"SYNTAX ERROR","reason":"bad date"}', 'refused refused'],
	[200, '{"status":"SYNTAX ERROR"}', 'refused refused'],
	[400, good, 'refused refused'],
	[404, '{"status":"OK"}', 'refused absent'],
	[413, '{"status":"SYNTAX ERROR"}', 'refused refused'],
	[404, '<html>', 'refused absent'],
	// Trouble on the way or over there.
	[429, '', 'network too-many-requests'],
	[500, good, 'network server-error'],
	[502, '<html>', 'network server-error'],
	[503, '{"status":"AUTH ERROR"}', 'network server-error'],
	// Answers outside the contract: never success by default.
	[200, '', 'refused not-json'],
	[204, '', 'refused not-json'],
	[200, 'Service unavailable', 'refused not-json'],
	[200, good.slice(0, 20), 'refused not-json'],
	[200, '[]', 'refused not-json'],
	[200, 'null', 'refused not-json'],
	[200, '"OK"', 'refused not-json'],
	[200, '{}', 'refused contract'],
	[200, '{"status":"ok","oldestDate":"x"}', 'refused contract'],
	[200, '{"status":" OK","oldestDate":"x"}', 'refused contract'],
	[200, '{"status":true,"oldestDate":"x"}', 'refused contract'],
	[200, '{"status":["OK"],"oldestDate":"x"}', 'refused contract'],
	[200, '{"status":"DEGRADED","oldestDate":"x"}', 'refused contract'],
	[200, '{"status":"OK"}', 'refused contract'],
	[200, '{"status":"OK","oldestDate":20230630}', 'refused contract'],
	[200, '{"status":"AUTH ERROR","oldestDate":"x","status":"OK"}', 'refused contract'],
	[200, Buffer.from(good, 'utf16le'), 'refused not-json'],
	[200, Buffer.from('{"status":"OK","oldestDate":"é"}', 'latin1'), 'refused not-json'],
	[200, `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'refused not-json'],
])('%i with %s is %s', (status, body, expected) => {
	expect(judge(status, body)).toBe(expected);
});

test('judges answers keyed by labels in the same way', () => {
	const judgeLabels = (body: string) => {
		try {
			const {results} = readAnswer(current, answer(200, body), () => undefined);
			return results instanceof Object ? [...(results as ReadonlyMap<string, unknown>)] : results;
		} catch (error) {
			return error instanceof CliError ? `${error.kind} ${error.details.code}` : String(error);
		}
	};
	expect(judgeLabels('{"status":"OK","results":{"10":1,"9":2}}')).toEqual([
		['10', 1],
		['9', 2],
	]);
	expect(judgeLabels('{"status":"AUTH ERROR"}')).toBe('auth session');
	expect(judgeLabels('{"status":"SYNTAX ERROR","results":{},"status":"OK"}')).toBe('refused contract');
	expect(judgeLabels('{"status":"OK"}')).toBe('refused contract');
	expect(judgeLabels('{"status":"OK","results":{"a":1}')).toBe('refused not-json');
	expect(judgeLabels('<html>')).toBe('auth html');
	expect(judgeLabels(`{"status":"OK","results":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)).toBe(
		'refused not-json',
	);
});

test('does not take the word "status" elsewhere in an answer for a second status', () => {
	const body =
		'{"status":"OK","oldestDate":"\\"status\\": x","more":{"status":"SYNTAX ERROR"},"status2":1,"list":["status"]}';
	expect(judge(200, body)).toBe('OK');
});

test.each(['', ' ', null])('ignores an empty reason (%j)', reason => {
	const read = () => readRaw(current, answer(403, JSON.stringify({status: 'AUTH ERROR', reason})), false);
	expect(read).toThrow(`the service does not permit ${current.path}: the service answered 403`);
});

test('reports the reason of the service, or the expected value if the contract is violated', () => {
	expect(() =>
		readRaw(current, answer(400, '{"status":"SYNTAX ERROR","reason":"unknown property: color"}'), false),
	).toThrow('the service rejected the request: unknown property: color');
	expect(() => readAnswer(oldestReportedDate, answer(200, '{"status":"OK","oldestDate":1}'), () => undefined)).toThrow(
		/oldestDate: .*expected string/,
	);
});

test.each([
	['installQuota', '9007199254740993'],
	['overQuotaCount', '-12345678901234567890'],
	['installCount', '1e999'],
	['installCount', '0.5'],
	['notes', '{"content":"x","colSpan":9}'],
	['licenseKey', '["A"]'],
	['expiryDate', 'false'],
])('rejects a key whose %s is %s, and names its place', (field, value) => {
	const text = JSON.stringify({...emptyRecord('A'), [field]: '@'}).replace('"@"', value);
	const body = `{"status":"OK","returnedKeysCount":1,"matchingKeysCount":1,"results":[${text}]}`;
	expect(() => readAnswer(endpoints.licenseKeys.list, answer(200, body), () => undefined)).toThrow(
		expect.objectContaining({
			kind: 'refused',
			message: expect.stringContaining(`results[0].${field}: `),
			details: expect.objectContaining({code: 'contract'}),
		}),
	);
});

test('reports the first five of 200,000 errors in an answer', () => {
	const bad = JSON.stringify({
		status: 'OK',
		returnedKeysCount: 1,
		matchingKeysCount: 1,
		results: Array(20_000).fill({licenseKey: 1}),
	});
	const read = () => readAnswer(endpoints.licenseKeys.list, answer(200, bad), () => undefined);
	expect(read).toThrow(/and \d+ more$/);
	try {
		read();
	} catch (error) {
		expect((error as Error).message.match(/results\[/g)).toHaveLength(5);
		expect((error as Error).message.length).toBeLessThan(1000);
	}
});

test('treats names like __proto__ as data', () => {
	judge(200, '{"status":"OK","oldestDate":"x","__proto__":{"polluted":1},"constructor":1,"toJSON":2,"then":3}');
	expect(({} as {polluted?: number}).polluted).toBeUndefined();
});
