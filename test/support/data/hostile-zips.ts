import {deflateRawSync} from 'node:zlib';
import {type ArchiveSpec, type EntrySpec, unicodePath, writeZip} from '../disk/zip-writer.ts';

/** Archives that people and machines have thrown at unpackers, of our own making (test/faults.md D2 to D14). */
export type HostileZip = {readonly name: string; readonly verdict: 'ok' | 'damaged' | 'unsafe'; readonly bytes: Buffer};

const text = 'timestamp,clientId\r\n2026-10-01T00:00:00,0011AABB22CC33DD\r\n'.repeat(40);
const good: EntrySpec = {name: '7_exc_2026-10-01.csv', data: text};
const one = (spec: Partial<EntrySpec>, archive?: ArchiveSpec) => writeZip([{...good, ...spec}], archive);
const named = (name: string | Buffer) => one({name});
const unix = (mode: number) => one({attributes: mode * 65536, data: '/etc/passwd'});
const pair = (first: Partial<EntrySpec>, second: Partial<EntrySpec>) =>
	writeZip([
		{...good, ...first},
		{...good, ...second},
	]);
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 2 ** 20);
const whole = one({});
const change = (bytes: Buffer, at: number, value: number) => {
	const changed = Buffer.from(bytes);
	changed[at < 0 ? changed.length + at : at] = value;
	return changed;
};
/** Whose data are the header and data of the next one, so that both are there once. */
const quoted = () => {
	const inner = writeZip([{...good, name: 'b.csv', method: 0}]);
	const length = 30 + 'b.csv'.length + text.length;
	return writeZip([
		{name: 'a.csv', method: 0, data: inner.subarray(0, length)},
		{...good, name: 'b.csv', method: 0, shared: true, offset: 30 + 'a.csv'.length},
	]);
};
/** A second, whole archive in the comment of the first. */
const two = () => {
	const start = whole.length;
	const directory = start + 30 + 'evil.csv'.length + 'evil'.length;
	return one(
		{},
		{comment: writeZip([{name: 'evil.csv', data: 'evil', method: 0, offset: start}], {directoryOffset: directory})},
	);
};

const makers: Readonly<Record<HostileZip['verdict'], Readonly<Record<string, () => Buffer>>>> = {
	ok: {
		'ok-deflated': () => whole,
		'ok-stored': () => one({method: 0}),
		'ok-empty-file': () => one({data: ''}),
		'ok-empty-stored': () => one({data: '', method: 0}),
		'ok-no-entry': () => writeZip([]),
		'ok-in-folder': () => named('lines/a.csv'),
		'ok-folder-entry': () =>
			writeZip([
				{name: 'lines/', method: 0, attributes: 0o040755 * 65536},
				{...good, name: 'lines/a.csv'},
			]),
		'ok-two-files': () => pair({name: 'a.csv'}, {name: 'b.csv'}),
		'ok-descriptor': () => one({descriptor: {}}),
		'ok-descriptor-bare': () => one({descriptor: {signature: false}}),
		'ok-descriptor-wide': () => one({descriptor: {wide: true}}),
		'ok-descriptor-two': () => pair({name: 'a.csv', descriptor: {}}, {name: 'b.csv', descriptor: {}}),
		'ok-zip64': () => one({zip64: true}, {zip64: {}}),
		'ok-zip64-entry-only': () => one({zip64: true}),
		'ok-comment': () => one({}, {comment: Buffer.from('made by a service')}),
		'ok-entry-comment': () => one({comment: 'x'.repeat(1000)}),
		'ok-name-letters': () => named('Abstürze (Mai) 東京 1.0+2_x-y.csv'),
		'ok-mode-none': () => one({madeBy: 20, attributes: 0}),
		'ok-setuid': () => unix(0o104755),
		'ok-mode000': () => unix(0o100000),
		'ok-unicode-extra': () => one({name: 'a.csv', extra: unicodePath('a.csv', 'ä.csv')}),
		'ok-unknown-extra': () => one({extra: Buffer.from([0x99, 0x99, 2, 0, 1, 2])}),
		'ok-zip-in-zip': () => one({name: 'inner.zip', data: whole, method: 0}),
	},
	damaged: {
		'not-empty': () => Buffer.alloc(0),
		'not-html': () => Buffer.from('<!DOCTYPE html><title>Login</title>'),
		'not-json': () => Buffer.from('{"status":"AUTH ERROR","reason":"session over"}'),
		'not-gzip': () => Buffer.from('1f8b0800000000000003', 'hex'),
		'not-zeros': () => zeros(0.1),
		'cut-1': () => whole.subarray(0, 1),
		'cut-22': () => whole.subarray(0, 22),
		'cut-half': () => whole.subarray(0, whole.length / 2),
		'cut-99-percent': () => whole.subarray(0, Math.floor(whole.length * 0.99)),
		'cut-last-byte': () => whole.subarray(0, -1),
		'cut-first-byte': () => whole.subarray(1),
		'tail-junk': () => one({}, {suffix: Buffer.from('junk')}),
		'tail-zeros': () => one({}, {suffix: zeros(0.05)}),
		'tail-line-end': () => one({}, {suffix: Buffer.from('\r\n')}),
		'crc-both': () => one({crc: 1}),
		'crc-zero': () => one({crc: 0}),
		'crc-bitflip-stored': () => change(one({method: 0}), 100, 0x21),
		'crc-bitflip-deflated': () => change(whole, 60, (whole[60] ?? 0) ^ 1),
		'size-small': () => one({size: 10}),
		'size-large': () => one({size: text.length + 1}),
		'size-zero': () => one({size: 0}),
		'size-stored-differs': () => one({method: 0, size: 10}),
		'size-packed-cut': () => one({packed: deflateRawSync(Buffer.from(text)).subarray(0, -4)}),
		'size-packed-junk-behind': () =>
			one({packed: Buffer.concat([deflateRawSync(Buffer.from(text)), Buffer.from('junk')])}),
		'size-packed-not-deflate': () => one({packed: Buffer.from('this is not DEFLATE at all')}),
		'size-packed-empty': () => one({packed: Buffer.alloc(0)}),
		'struct-count-more': () => one({}, {count: 2}),
		'struct-directory-beyond': () => one({}, {directoryOffset: 0x7fffffff}),
		'struct-directory-at-entry': () => one({}, {directoryOffset: 0}),
		'struct-offset-beyond': () => one({offset: 0x7fffffff}),
		'struct-offset-nowhere': () => one({offset: 5}),
		'struct-multi-disk': () => one({}, {disk: 1}),
		'struct-extra-overflows': () => one({extra: Buffer.from([1, 0, 0xff, 0x7f, 0])}),
		'zip64-no-extra': () => one({size: 0xffffffffn, extra: Buffer.from([1, 0, 0, 0])}),
		'zip64-locator-nowhere': () => one({}, {zip64: {locator: 2n ** 40n}}),
		'zip64-locator-huge': () => one({}, {zip64: {locator: 2n ** 63n}}),
		'zip64-signature': () => one({}, {zip64: {signature: 0x12345678}}),
		'zip64-directory-huge': () => one({}, {zip64: {directoryOffset: 2n ** 63n}}),
		'zip64-offset-huge': () => one({zip64: true, offset: 2n ** 63n}),
		'zip64-size-huge-stored': () => one({zip64: true, method: 0, size: 2n ** 63n}),
		'name-local-differs': () => one({local: {name: '../evil.csv'}}),
		'crc-local-differs': () => one({local: {crc: 1}}),
		'size-local-differs': () => one({local: {size: 1}}),
		'size-packed-local-differs': () => one({local: {compressedSize: 1}}),
		'method-local-differs': () => one({local: {method: 0}}),
		'bomb-shared-header': () =>
			writeZip(
				Array.from({length: 900}, (_, at) => ({...good, name: `${at}.csv`, shared: at > 0, local: {name: '0.csv'}})),
			),
	},
	unsafe: {
		'name-dotdot': () => named('../evil.csv'),
		'name-dotdot-deep': () => named('a/../../evil.csv'),
		'name-dotdot-last': () => named('a/..'),
		'name-dot': () => named('./evil.csv'),
		'name-dot-only': () => named('.'),
		'name-hidden': () => named('.bashrc'),
		'name-our-own': () => named('.usagectl-manifest.ndjson'),
		'name-absolute': () => named('/etc/passwd'),
		'name-double-slash': () => named('a//b.csv'),
		'name-drive': () => named('C:/evil.csv'),
		'name-drive-relative': () => named('C:evil.csv'),
		'name-unc': () => named('//server/share/evil.csv'),
		'name-backslash': () => named('a\\..\\..\\evil.csv'),
		'name-stream': () => named('a.csv:hidden'),
		'name-empty': () => named(''),
		'name-space': () => named(' '),
		'name-trailing-space': () => named('a.csv '),
		'name-trailing-dot': () => named('a.csv.'),
		'name-dash': () => named('-rf.csv'),
		'name-tilde': () => named('~root'),
		'name-reserved': () => named('con.csv'),
		'name-reserved-2': () => named('LPT1'),
		'name-reserved-superscript': () => named('COM¹.csv'),
		'name-reserved-folder': () => named('aux/evil.csv'),
		'name-folder-trailing-dot': () => named('a./evil.csv'),
		'name-long-path-prefix': () => named('\\\\?\\C:\\evil.csv'),
		'name-star': () => named('*.csv'),
		'name-nul': () => named('a.csv\0.exe'),
		'name-newline': () => named('a\nb.csv'),
		'name-escape': () => named('\x1b]0;owned\x07.csv'),
		'name-dotdot-escape': () => named('../\x1b[31m.csv'),
		'name-c1': () => named('a\u009b31m.csv'),
		'name-delete': () => named('a\x7f.csv'),
		'name-bidi': () => named('a\u202evsc.exe'),
		'name-zero-width': () => named('a\u200b.csv'),
		'name-not-utf8': () => named(Buffer.from([0x61, 0xff, 0xfe, 0x2e, 0x63])),
		'name-overlong-utf8': () => named(Buffer.from([0x2e, 0xc0, 0xae, 0xc0, 0xaf, 0x61])),
		'name-long': () => named(`${'x'.repeat(150)}.csv`),
		'name-very-long': () => named('x'.repeat(60_000)),
		'name-deep': () => named('a/b/c.csv'),
		'name-very-deep': () => named(`${'a/'.repeat(500)}c.csv`),
		'name-full-width-dots': () => named('．．/evil.csv'),
		'name-unicode-extra': () => one({name: 'a.csv', extra: unicodePath('a.csv', '../evil.csv')}),
		'kind-link': () => unix(0o120777),
		'kind-link-dos-host': () => one({madeBy: 20, attributes: 0o120777 * 65536}),
		'kind-reparse': () => one({madeBy: 20, attributes: 0x400}),
		'kind-pipe': () => unix(0o010644),
		'kind-character-device': () => unix(0o020644),
		'kind-block-device': () => unix(0o060644),
		'kind-socket': () => unix(0o140644),
		'kind-folder-mode-on-file': () => unix(0o040755),
		'kind-file-mode-on-folder': () => one({name: 'a/', data: '', attributes: 0o100644 * 65536}),
		'kind-folder-with-content': () => one({name: 'a/', attributes: 0o040755 * 65536}),
		'kind-link-then-file-through-it': () =>
			pair({name: 'a', attributes: 0o120777 * 65536, data: '/tmp'}, {name: 'a/evil.csv'}),
		'dup-same': () => pair({}, {}),
		'dup-case': () => pair({name: 'a.csv'}, {name: 'A.CSV'}),
		'dup-sharp-s': () => pair({name: 'straße.csv'}, {name: 'STRASSE.csv'}),
		'dup-width': () => pair({name: 'a.csv'}, {name: 'ａ.csv'}),
		'dup-folder-twice': () => pair({name: 'a/', data: '', method: 0, attributes: 0}, {name: 'A', attributes: 0}),
		'dup-file-then-folder': () => pair({name: 'a'}, {name: 'a/b.csv'}),
		'dup-folder-then-file': () => pair({name: 'a/b.csv'}, {name: 'a'}),
		'method-deflate64': () => one({method: 9}),
		'method-bzip2': () => one({method: 12}),
		'method-lzma': () => one({method: 14}),
		'method-zstd': () => one({method: 93}),
		'method-unknown': () => one({method: 1234}),
		'method-patch': () => one({flags: 0x820}),
		'enc-classic': () => one({flags: 0x801}),
		'enc-local-only': () => one({local: {flags: 0x801}}),
		'enc-masked': () => one({flags: 0x2800}),
		'enc-aes': () => one({method: 99, flags: 0x801}),
		'enc-half': () => pair({name: 'a.csv'}, {name: 'b.csv', flags: 0x801}),
		'bomb-ratio': () => one({data: zeros(2)}),
		'bomb-total': () => writeZip(Array.from({length: 10}, (_, at) => ({name: `${at}.csv`, data: zeros(0.9)}))),
		'bomb-lying-size': () => one({size: 2n ** 40n, zip64: true}),
		'bomb-shared-data': () => pair({}, {shared: true}),
		'bomb-quoted-overlap': quoted,
		'bomb-entries': () => writeZip(Array.from({length: 1001}, (_, at) => ({name: `${at}.csv`, data: ''}))),
		'bomb-entry-count': () => one({}, {zip64: {count: 2n ** 40n}}),
		'bomb-folders': () => writeZip(Array.from({length: 1001}, (_, at) => ({name: `${at}/`, method: 0, attributes: 0}))),
		'struct-count-less': () => writeZip([good, {...good, name: 'b.csv'}], {count: 1}),
		'struct-gap-before-end': () => one({}, {gap: Buffer.from('hidden')}),
		'struct-prefix': () => one({}, {prefix: Buffer.from('#!/bin/sh\n')}),
		'struct-two-archives': two,
	},
};

export const hostileZips: readonly HostileZip[] = Object.entries(makers).flatMap(([verdict, cases]) =>
	Object.entries(cases).map(([name, make]) => ({name, verdict: verdict as HostileZip['verdict'], bytes: make()})),
);
