import {expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {compileFilter} from '../../src/language/compile.ts';

/** Clauses at their edges: what the worked cases leave out. */

const compile = (text: string) => compileFilter([{name: '--filter', text}], {today: '2025-03-15'});
const canonical = (text: string) => compile(text).canonical;

function refusal(text: string): string {
	try {
		return `compiled: ${canonical(text)}`;
	} catch (error) {
		if (!(error instanceof CliError)) throw error;
		return `${error.details.place?.column}: ${error.message}`;
	}
}

test('not before a group turns and into or, and or into and', () => {
	const [a, b] = ['licenseStatus.activated', 'licenseStatus.expired'];
	expect(canonical(`not (${a} and ${b})`)).toBe('licenseStatus(not activated, not expired)');
	expect(canonical(`not (${a} or ${b})`)).toBe('licenseStatus(not activated and not expired)');
	expect(canonical(`not (${a} and not ${b})`)).toBe('licenseStatus(not activated, expired)');
	expect(canonical('licenseStatus(not (activated and expired))')).toBe('licenseStatus(not activated, not expired)');
});

test('what an alternative holds has one order', () => {
	expect(canonical('licenseStatus(expired and activated)')).toBe('licenseStatus(activated and expired)');
	expect(canonical('outreach(manual/m and not auto/a and auto/b and not manual/n)')).toBe(
		'outreachDeliveries(auto/b and not auto/a and manual/m and not manual/n)',
	);
	expect(canonical('outreach(not auto/a and auto/b)')).toBe('outreachDeliveries(auto/b and not auto/a)');
	expect(canonical('licenseStatus(expired and activated, activated and expired)')).toBe(
		'licenseStatus(activated and expired)',
	);
});

test('yes and no: alone, with a value, over lines in parentheses', () => {
	expect(canonical('touchScreen')).toBe('touchScreen=true');
	expect(canonical("touchScreen='no'")).toBe('touchScreen=false');
	expect(canonical("touchScreen='no' and ram=8GB")).toBe('ram=8GB and touchScreen=false');
	expect(canonical('(touchScreen\n=false)')).toBe('touchScreen=false');
	expect(canonical('touchScreen in no')).toBe('touchScreen=false');
	expect(canonical('licenseStatus=not activated, not expired')).toBe('licenseStatus(not activated, not expired)');
	expect(canonical('licenseStatus in (activated, expired)')).toBe('licenseStatus(activated, expired)');
	expect(refusal('touchScreen>=true')).toBe("12: '>=' is not an operator here");
	expect(refusal('touchScreen=nullable')).toBe("13: 'nullable' is neither true nor false");
	expect(refusal('touchScreen is not null')).toBe('1: touchScreen does not support null');
	expect(refusal('licenseStatus inside')).toBe('1: licenseStatus is a group of flags: say which');
});

test('a property that is missing or misspelt', () => {
	expect(refusal('ram=8GB and')).toBe("9: nothing follows 'and'");
	expect(refusal('android=1')).toBe("1: there is no property 'android'");
	expect(refusal('-touchScreen')).toBe("1: '-' is not used here: write 'not'");
	expect(refusal('ram=8GB and cores')).toMatch(/^13: /);
	expect(refusal('prodVersion=4 or xyzzy')).toBe("18: a property is missing before 'xyzzy'");
	expect(refusal('xyzzy')).toBe("1: there is no property 'xyzzy'");
	expect(refusal('prodVersion=4 or xyzzy=5')).toBe("18: there is no property 'xyzzy'");
});

test('what is sent and was hardly meant', () => {
	const warnings = (text: string) => compile(text).warnings.map(({code, message}) => `${code}: ${message}`);
	expect(warnings("prodVersion=''")).toEqual([
		'never: the empty text is stored as null and never matches; write prodVersion is null',
	]);
	expect(warnings("prodVersion='<NULL>'")).toEqual([
		"never: the text '<NULL>' is stored as null and never matches; write prodVersion is null",
	]);
	expect(warnings('prodVersion=a,b,a')).toEqual(['twice: prodVersion lists a value twice']);
	expect(warnings('os.version=a,a')).toEqual(['twice: os.version lists a value twice']);
	expect(warnings('prodVersion=a*,b*,a*')).toEqual(['twice: prodVersion lists a value twice']);
	expect(canonical('prodVersion=a*,b*,a*')).toBe("prodVersion~'^(a.*|b.*)$'");
	expect(warnings(`prodVersion~'(${'a'.repeat(100)}'`)[0]?.length).toBeLessThan(150);
	expect(warnings('events(A/b)')).toEqual([
		'no-count: the API does not say what event usage without a count means; write >=1',
	]);
	expect(canonical('cpuCores is not null')).toBe('cpuCores>=0');
});
