import {expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {compileEvent, compileFilter} from '../../src/language/compile-expressions.ts';

/** Edge cases of clauses, in addition to the worked cases. */

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

test('not before a group swaps and and or', () => {
	const [a, b] = ['licenseStatus.activated', 'licenseStatus.expired'];
	expect(canonical(`not (${a} and ${b})`)).toBe('licenseStatus(not activated, not expired)');
	expect(canonical(`not (${a} or ${b})`)).toBe('licenseStatus(not activated and not expired)');
	expect(canonical(`not (${a} and not ${b})`)).toBe('licenseStatus(not activated, expired)');
	expect(canonical('licenseStatus(not (activated and expired))')).toBe('licenseStatus(not activated, not expired)');
});

test('the keys of an alternative have a fixed order', () => {
	expect(canonical('licenseStatus(expired and activated)')).toBe('licenseStatus(activated and expired)');
	expect(canonical('outreach(manual/m and not auto/a and auto/b and not manual/n)')).toBe(
		'outreachDeliveries(auto/b and not auto/a and manual/m and not manual/n)',
	);
	expect(canonical('outreach(not auto/a and auto/b)')).toBe('outreachDeliveries(auto/b and not auto/a)');
	expect(canonical('outreach(auto/a and auto/b, auto/b and auto/a)')).toBe('outreachDeliveries(auto/a and auto/b)');
	expect(canonical('licenseStatus(expired and activated, activated and expired)')).toBe(
		'licenseStatus(activated and expired)',
	);
});

test('yes/no properties: alone, with a value, over several lines in parentheses', () => {
	expect(canonical('touchScreen')).toBe('touchScreen=true');
	expect(canonical("touchScreen='no'")).toBe('touchScreen=false');
	expect(canonical("touchScreen='no' and ram=8GB")).toBe('ram=8GB and touchScreen=false');
	expect(canonical('(touchScreen\n=false)')).toBe('touchScreen=false');
	expect(canonical('touchScreen in no')).toBe('touchScreen=false');
	expect(canonical('licenseStatus=not activated, not expired')).toBe('licenseStatus(not activated, not expired)');
	expect(canonical('licenseStatus in (activated, expired)')).toBe('licenseStatus(activated, expired)');
	expect(refusal('touchScreen>=true')).toBe("12: '>=' is not an operator here");
	expect(refusal('touchScreen=nullable')).toBe("13: 'nullable' is neither true nor false");
	expect(refusal('touchScreen=nonnull')).toBe("13: 'nonnull' is neither true nor false");
	expect(refusal('touchScreen is not null')).toBe('1: touchScreen does not support null');
	expect(refusal('licenseStatus inside')).toBe('1: licenseStatus needs a flag');
	expect(refusal('licenseStatus begin')).toBe('1: licenseStatus needs a flag');
	expect(refusal('licenseStatus issued')).toBe('1: licenseStatus needs a flag');
});

test('a property that is missing or misspelled', () => {
	expect(refusal('ram=8GB and')).toBe("9: nothing follows 'and'");
	expect(refusal('android=1')).toBe("1: there is no property 'android'");
	expect(refusal('-touchScreen')).toBe("1: '-' is not used here: write 'not'");
	expect(refusal('ram=8GB and cores')).toMatch(/^13: /);
	expect(refusal('prodVersion=4 or xyzzy')).toBe("18: a property is missing before 'xyzzy'");
	expect(refusal('prodVersion=4 or prodEditon')).toBe("18: there is no property 'prodEditon'");
	expect(refusal('xyzzy')).toBe("1: there is no property 'xyzzy'");
	expect(refusal('prodVersion=4 or xyzzy=5')).toBe("18: there is no property 'xyzzy'");
});

test('filters that are sent with a warning', () => {
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
	expect(warnings('events(A/b)')).toEqual(['no-count: event usage without a count is not documented; write >=1']);
	expect(canonical('cpuCores is not null')).toBe('cpuCores is not null');
});

test('numbers in quotes: spaces, fractions, exponents, units', () => {
	expect(canonical("ram>='8 GB'")).toBe('ram>=8GB');
	expect(canonical("ram=' 12.75 gb '")).toBe('ram=13056MB');
	expect(canonical("ram='.25GB'")).toBe('ram=256MB');
	expect(canonical("ram='1e+3'")).toBe('ram=1000MB');
	expect(canonical("ram='25e-1GB'")).toBe('ram=2560MB');
	expect(canonical("ram='12e10MB'")).toBe('ram=117187500GB');
	for (const text of ["'8GB x'", "'x8'", "'--8'", "'8..9'", "'abc'", '"abc def"', "'8.GB'"])
		expect(refusal(`ram=${text}`)).toBe(`5: '${text.slice(1, -1)}' is not a number`);
	expect(refusal('(ram=abc)')).toBe("6: 'abc' is not a number");
});

test('numbers are sent exactly or refused', () => {
	const warnings = (text: string) => compile(text).warnings.map(({code, message}) => `${code}: ${message}`);
	expect(canonical('cpuCores=9007199254740991')).toBe('cpuCores=9007199254740991');
	expect(refusal('cpuCores=9007199254740992')).toBe('10: 9007199254740992 is too large to be sent exactly');
	for (const bound of ['>9007199254740991', '<-9007199254740991', '=0..<-9007199254740991'])
		expect(refusal(`cpuCores${bound}`)).toContain('9007199254740991 is too large to be sent exactly');
	expect(canonical('cpuCores>9007199254740990')).toBe('cpuCores>=9007199254740991');
	expect(canonical('ram=0.3GB')).toBe('ram=307.2MB');
	expect(canonical('ram=0.07GB')).toBe('ram=71.68MB');
	expect(canonical('lifetimeRuntimeMinutes=0.03h')).toBe('lifetimeRuntimeMinutes=1.8min');
	expect(canonical('screenPpi=96.12345678901234')).toBe('screenPpi=96.12345678901234');
	expect(warnings('ram=0.3GB')).toEqual(['whole: ram has whole values only; 307.2 never matches exactly']);
	expect(warnings('ram=0')).toEqual([]);
	expect(warnings('ram=8')).toEqual(['unit: ram is in MB: 8 means 8 MB; did you mean 8GB?']);
	expect(warnings('ram=256')).toEqual([]);
});

test('a unit may be separate from its number, in any case', () => {
	expect(canonical('ram=8 GB and cpuCores=4')).toBe('cpuCores=4 and ram=8GB');
	expect(refusal('ram=8 gb, 16 GB')).toMatch(/^11: ram takes one number or one range/);
	expect(refusal('ram=8 potato')).toBe("7: ram has no unit 'potato'");
});

test('dates in quotes, ranges of one day, open ranges', () => {
	expect(canonical("dateInstalled='2024-03-15 '")).toBe('dateInstalled=2024-03-15');
	expect(canonical('dateInstalled=2024-03-15..2024-03-15')).toBe('dateInstalled=2024-03-15..2024-03-15');
	expect(canonical('dateInstalled=2024-03-15..')).toBe('dateInstalled>=2024-03-15');
	expect(canonical('dateInstalled=..2024-03-15')).toBe('dateInstalled<=2024-03-15');
});

test('a bare regular expression ends at a comma or bracket outside its own brackets', () => {
	expect(canonical('prodVersion~[,)]x')).toBe("prodVersion~'[,)]x'");
	expect(canonical('prodVersion~a(b,c)d')).toBe("prodVersion~'a(b,c)d'");
	expect(canonical('prodVersion~a((b,c),d)e')).toBe("prodVersion~'a((b,c),d)e'");
	expect(canonical('prodVersion~a(b')).toBe("prodVersion~'a(b'");
	expect(canonical('prodVersion~a/b')).toBe("prodVersion~'a/b'");
	expect(canonical('(prodVersion~a )')).toBe("prodVersion~'a'");
	expect(canonical('prodVersion~/4/')).toBe("prodVersion~'4'");
	expect(canonical('prodVersion~/a\\/b/')).toBe("prodVersion~'a/b'");
	expect(canonical('(prodVersion~a{1,2}) and ram=8GB')).toBe("prodVersion~'a{1,2}' and ram=8GB");
	expect(canonical('(prodVersion~[)]) and ram=8GB')).toBe("prodVersion~'[)]' and ram=8GB");
	expect(canonical('(prodVersion~a[\\])]b)')).toBe("prodVersion~'a[\\])]b'");
	expect(refusal('prodVersion~a{1,2},b')).toMatch(/^19: a property can have only one regular expression/);
	expect(refusal('prodVersion~a\\),x')).toMatch(/^16: a property can have only one regular expression/);
	expect(refusal('prodVersion~(a)b))')).toBe("17: ')' has no matching '('");
	expect(refusal('prodVersion~a)b')).toBe("14: ')' has no matching '('");
});

test('a non-breaking space counts as a space', () => {
	expect(canonical('\u00A0ram\u00A0>=\u00A08GB\u00A0and touchScreen')).toBe('ram>=8GB and touchScreen=true');
});

test('clauses in any order give the same canonical text', () => {
	expect(canonical('licenseStatus(not expired) and licenseStatus.activated')).toBe(
		'licenseStatus(activated and not expired)',
	);
	const either = 'licenseStatus(activated and expired, not activated and not expired)';
	expect(canonical('licenseStatus(expired, not activated) and licenseStatus(not expired, activated)')).toBe(either);
	expect(canonical('licenseStatus(not expired, activated) and licenseStatus(not activated, expired)')).toBe(either);
	expect(canonical('outreach(auto/b) and outreach(auto/a)')).toBe('outreachDeliveries(auto/a and auto/b)');
	const three = 'outreachDeliveries(auto/b and not auto/a, not auto/a and manual/n)';
	expect(canonical('outreach(manual/n, auto/b) and outreach(not auto/a)')).toBe(three);
	expect(canonical('outreach(not auto/a) and outreach(auto/b, manual/n)')).toBe(three);
	expect(canonical('outreach(manual/n) and outreach(not auto/c, auto/b)')).toBe(
		'outreachDeliveries(auto/b and manual/n, not auto/c and manual/n)',
	);
	expect(canonical('outreach(manual/n) and outreach(auto/b, not auto/a)')).toBe(
		'outreachDeliveries(not auto/a and manual/n, auto/b and manual/n)',
	);
});

test('null and not null joined with values', () => {
	expect(canonical('prodVersion=4 or prodVersion is not null')).toBe('prodVersion is not null');
	expect(canonical('prodVersion=**')).toBe('prodVersion is not null');
	expect(canonical("prodVersion~'.*' and prodVersion=4")).toBe('prodVersion=4');
	expect(canonical('prodVersion is not null or prodVersion=4')).toBe('prodVersion is not null');
	expect(canonical('prodVersion=4 and prodVersion is not null')).toBe('prodVersion=4');
	expect(canonical('prodVersion~a or prodVersion~a')).toBe("prodVersion~'a'");
	expect(refusal('prodVersion~a or prodVersion~b')).toMatch(/^18: prodVersion can have only one regular expression/);
	expect(refusal('prodVersion=a or prodVersion~b')).toMatch(
		/^18: prodVersion cannot have both values and a regular expression/,
	);
	expect(canonical('country=US and country is not null')).toBe('geography.country=US');
	expect(canonical('country is not null and country=US')).toBe('geography.country=US');
	expect(canonical('country=US or country is not null')).toBe('geography.country is not null');
	expect(canonical('os.version is not null or os.platform=Linux')).toBe('os.platform=Linux or os.version is not null');
	expect(canonical('cpuCores>=4 and cpuCores is not null')).toBe('cpuCores>=4');
	expect(canonical('cpuCores is not null and cpuCores>=4')).toBe('cpuCores>=4');
	expect(canonical('cpuCores is null or cpuCores>=4')).toBe('cpuCores>=4,null');
	expect(canonical('cpuCores>=4 or cpuCores is null')).toBe('cpuCores>=4,null');
	expect(canonical('cpuCores is null or cpuCores is null')).toBe('cpuCores is null');
	expect(refusal('cpuCores is null and cpuCores>=4')).toMatch(/^22: two filters on cpuCores/);
	expect(canonical('ram=null')).toBe('ram is null');
	expect(compile('ram=null').json).toEqual({ram: {includeNull: true}});
	expect(canonical('os.version is null or os.version=10')).toBe('os.version=10,null');
	const any = '(cpuCores is not null or cpuCores is null)';
	expect(refusal(`${any} and cpuCores is null`)).toMatch(/^48: two filters on cpuCores/);
	expect(refusal('ram>=4GB and ram>=4GB,null')).toMatch(/^14: ram has two lower bounds/);
});

test('bounds that are repeated, equal, crossed or contradictory', () => {
	expect(canonical('ram>=4GB and ram>=4GB')).toBe('ram>=4GB');
	expect(canonical('ram>=4GB and ram<=4GB')).toBe('ram=4GB..4GB');
	expect(canonical('ram<=8GB and ram>=4GB')).toBe('ram=4GB..8GB');
	expect(refusal('ram>=4GB and ram>=8GB')).toMatch(/^14: ram has two lower bounds/);
	expect(refusal('ram<=4GB and ram<=8GB')).toMatch(/^14: ram has two upper bounds/);
	expect(refusal('ram>=8GB and ram<=4GB')).toMatch(/^14: the range is empty: it runs from 8192 MB to 4096 MB/);
	expect(canonical('cpuCores=4 or cpuCores=4')).toBe('cpuCores=4');
	expect(canonical('cpuCores=4 and cpuCores=4')).toBe('cpuCores=4');
	expect(refusal('cpuCores>=4 or cpuCores<=2')).toMatch(/^16: cpuCores takes one number or one range/);
	expect(refusal('cpuCores=4 or cpuCores=5')).toMatch(/^15: cpuCores takes one number or one range/);
	expect(refusal('cpuCores=4 and cpuCores=5')).toMatch(/^16: two filters on cpuCores/);
});

test('two levels joined by and: the hint names both', () => {
	const hint = (text: string) => {
		try {
			return canonical(text);
		} catch (error) {
			return (error as CliError).details.hint;
		}
	};
	expect(hint('geography.country=US and geography.continent=EU')).toBe(
		"write 'or' to match either: geography.country=... or geography.continent=...",
	);
	expect(hint('os.version=a and os.version=b')).toBe('to match either value, write a list: os.version=a,b');
	expect(canonical('os.version=a and os.version=a')).toBe('os.version=a');
	expect(hint('(os.platform=a or os.version=b) and os.platform=c')).toMatch(/^write 'or' to match either/);
	const both = 'ram=8GB and (os.platform=a or os.version=b)';
	expect(canonical(both)).toBe(both);
});

test('text that looks like a range, a path or a name', () => {
	expect(canonical('prodVersion=4..x')).toBe("prodVersion='4..x'");
	expect(canonical('prodVersion=v1..2')).toBe("prodVersion='v1..2'");
	expect(canonical('prodVersion=/usr')).toBe("prodVersion='/usr'");
	expect(canonical('prodVersion=/a b/c/')).toBe("prodVersion='/a b/c/'");
	expect(canonical("prodVersion='+'")).toBe("prodVersion='+'");
	expect(canonical('OS Version is null')).toBe('os.version is null');
	expect(canonical('(events(A/b)\n>=1)')).toBe('lifetimeEventUsage(A/b)>=1');
});

test('events: sums, expressions, and names that are words of the language', () => {
	const event = (text: string) => compileEvent({name: '--event', text}, {today: '2025-03-15'});
	expect(event('combi/PDF').json).toEqual({category: 'combi', name: 'PDF'});
	expect(event('combi x/PDF').json).toEqual({category: 'combi x', name: 'PDF'});
	expect(event("Export/'null'").json).toEqual({category: 'Export', name: 'null'});
	expect(event('Go ro x/y')).toMatchObject({json: {category: 'Go ro x', name: 'y'}, warnings: []});
	const first = (text: string) => {
		const {json, canonical: printed} = event(text);
		return {printed, ...('combiArray' in json ? json.combiArray[0] : {})};
	};
	expect(first('~abcd(x)/y')).toEqual({
		printed: "~'abcd(x)'/y",
		categoryType: 'regex',
		nameType: 'string',
		category: 'abcd(x)',
		name: 'y',
	});
	expect(first('~null/~null')).toMatchObject({category: 'null', name: 'null', nameType: 'regex'});
	expect(first('~/a//b')).toMatchObject({category: 'a', name: 'b'});
	expect(event('Both = A/b + C/d').warnings.map(({code}) => code)).toEqual(['combi-label']);
});
