import {describe, expect, test} from 'vitest';
import {getFingerprint, readerVersion} from '../../../src/archive/crashes/fingerprint.ts';
import {type CrashPair, differentPairs, samePairs} from './crash-pairs.ts';

const fingerprintOf = (side: CrashPair[1]) => {
	const {stack, build} = typeof side === 'string' ? {stack: side, build: '5.0'} : side;
	return getFingerprint({class: 'E', method: '', message: 'm', stack, build});
};

describe.each(Object.entries(samePairs))('one crash: %s', (_, pairs) => {
	test.each(pairs)('%s', (_what, one, other) => {
		expect(fingerprintOf(one)).toBe(fingerprintOf(other));
	});
});

describe.each(Object.entries(differentPairs))('two crashes: %s', (_, pairs) => {
	test.each(pairs)('%s', (_what, one, other) => {
		expect(fingerprintOf(one)).not.toBe(fingerprintOf(other));
	});
});

test('the corpus has 120 pairs in twelve runtimes', () => {
	const all = [samePairs, differentPairs].flatMap(Object.entries);
	expect(all.flatMap(([, pairs]) => pairs).length).toBeGreaterThanOrEqual(120);
	expect(new Set(all.map(([runtime]) => runtime)).size).toBeGreaterThanOrEqual(12);
});

/** Archives and decision files keep fingerprints: a change of one needs a new `readerVersion` and an upgrade. */
test('thirty fingerprints stay as they are', () => {
	const firsts = Object.entries({
		...samePairs,
		...Object.fromEntries(Object.entries(differentPairs).map(([runtime, pairs]) => [`${runtime} `, pairs])),
	});
	const pinned = firsts.map(
		([runtime, pairs]) =>
			`${runtime.trim()}: ${pairs
				.slice(0, 2)
				.map(([, one]) => fingerprintOf(one))
				.join(' ')}`,
	);
	expect(pinned.join(' ').match(/[\da-f]{16}/g)?.length).toBeGreaterThanOrEqual(30);
	expect(readerVersion).toBe(3);
	expect(pinned).toMatchInlineSnapshot(`
		[
		  "Java: 79646a8cdec4f8fe 79646a8cdec4f8fe",
		  "Kotlin, Scala, Groovy and Clojure: 41c1473e107c9afd 6e7a9f9c2a16b015",
		  ".NET Framework: 2368a808d7fef968 14d4110f0f613000",
		  ".NET: 2368a808d7fef968 65cd2801dc506587",
		  "Unity and Mono: 21b55bc42540288e 19f98af74fc6ef30",
		  "Rust: 69d593f188f94614 a435031ec238fbd1",
		  "C and C++ on Linux: fe16ade8a92b6a54 fe16ade8a92b6a54",
		  "C++ on Windows: 699d12397f6e64a3 be5fab1aebf8bea1",
		  "macOS and iOS: 692f35dac43b3047 acad9092d4a91a39",
		  "Android, native: 73307e31f05cc620 d524178792b6623d",
		  "JavaScript: 14e4c48eca81b951 ed5d5562196b6ae3",
		  "Python: 9bafde4b505b90cb 486e14e95c58f1d6",
		  "Go: 01f31806e83d8adc 5df10debf275d306",
		  "Delphi: 24cdf6d217448ae8 00773e6c722e8ba0",
		  "Dart: 3b9f6c6ef7dec256",
		  "WebAssembly: 0ee9a8ac3e6a961f",
		  "Java: 79646a8cdec4f8fe 8b634c9e559e209c",
		  ".NET Framework: 2368a808d7fef968 d943e8cc4f7ff4fa",
		  ".NET: 65cd2801dc506587 bf7f393db4d41446",
		  "Rust: 69d593f188f94614 36dfd8a54beb515a",
		  "C and C++ on Linux: a13ecd86182fb872 7607508e89778874",
		  "C++ on Windows: 651ea0e7f14e1f91 8293ad246dffc390",
		  "macOS and iOS: acad9092d4a91a39 14c358cdb36136a4",
		  "Android, native: 73307e31f05cc620 d524178792b6623d",
		  "JavaScript: 14e4c48eca81b951 5a47cbe7718b80b1",
		  "Python: 49f2b29004ea7115 9bafde4b505b90cb",
		  "Go: cc21b4c52f24fd37 a5a2213e12515da4",
		  "Delphi: 24cdf6d217448ae8 2bc76295b0011e2d",
		  "Dart: 3b9f6c6ef7dec256",
		  "WebAssembly: 0ee9a8ac3e6a961f 0ee9a8ac3e6a961f",
		]
	`);
});
