import {expect, test} from 'vitest';
import {getFrames} from '../../../src/archive/crashes/fingerprint.ts';

test.each<[string, string, readonly string[]]>([
	[
		'.NET',
		'   at System.IO.FileStream.ValidateFileHandle(SafeFileHandle fileHandle)\r\n   at Aurora.Files.Project.Save(String path, Boolean backup) in C:\\Build Agent (2)\\src\\Project.cs:line 402',
		['System.IO.FileStream.ValidateFileHandle', 'Aurora.Files.Project.Save'],
	],
	[
		'.NET in German',
		'   bei Aurora.Files.Project.Save(String path) in C:\\src\\Project.cs:Zeile 402.',
		['Aurora.Files.Project.Save'],
	],
	[
		'.NET in Japanese',
		'   場所 Aurora.Files.Project.Save(String path) 場所 C:\\src\\Project.cs:行 402',
		['Aurora.Files.Project.Save'],
	],
	[
		'.NET in French',
		'   à Aurora.Files.Project.Save(String path) dans C:\\src\\Project.cs:ligne 402',
		['Aurora.Files.Project.Save'],
	],
	[
		'what the .NET compiler generates, without its numbers',
		'   at Acme.Net.Sync.<Push>d__12.MoveNext()\n   at Acme.Ui.<>c__DisplayClass5_0.<Open>b__2(Object x)',
		['Acme.Net.Sync.Push', 'Acme.Ui.<>c__DisplayClass_.<Open>b__'],
	],
	[
		'generic types of .NET, whose numbers count',
		'   at System.Collections.Generic.List`1.get_Item(Int32 index)',
		['System.Collections.Generic.List`1.get_Item'],
	],
	[
		'the line between two asynchronous stacks, in any language',
		'--- End of stack trace from previous location where exception was thrown ---\n--- Ende der Stapelüberwachung ---',
		[],
	],
	[
		'Java',
		'java.io.IOException: Could not open (code 5)\n\tat com.example.Share.upload(Share.java:91)\n\tat java.base/java.lang.Thread.run(Thread.java:840)\nCaused by: java.lang.IllegalStateException: no (x)\n\t... 23 more',
		['java.io.IOException', 'com.example.Share.upload', 'java.lang.Thread.run', 'java.lang.IllegalStateException'],
	],
	[
		'anonymous classes of Java, as one where one calls the next',
		'\tat com.example.Main$3.run(Main.java:5)\n\tat com.example.Main$14.run(Main.java:9)\n\tat com.example.Main$4.open(Main.java:7)',
		['com.example.Main$.run', 'com.example.Main$.open'],
	],
	[
		'JavaScript',
		'TypeError: x is undefined\n    at Object.open (/home/ada/app/main.js:10:5)\n    at async Promise.all (index 0)\n    at new Canvas (file:///C:/x.js:1:1)\n    at /home/ada/app/other.js:7:3',
		['Object.open', 'Promise.all', 'Canvas', 'other.js'],
	],
	[
		'Python',
		'Traceback (most recent call last):\n  File "/opt/app/run.py", line 12, in main\n  File "C:\\x y\\lib.py", line 3, in load',
		['Traceback', 'run.py:main', 'lib.py:load'],
	],
	[
		'Windows, native',
		'00 000000d3`1c9fe5c8 00007ff8`d1 ntdll!NtWaitForSingleObject+0x14\n01 000000d3`1c9fe5d0 00007ff8`d2 acme!Document::Save(Document * this = 0x0000)+0x1a [c:\\src\\doc.cpp @ 12]',
		['ntdll!NtWaitForSingleObject', 'acme!Document::Save'],
	],
	['gdb', '#3 0x00007f3a1c2b in acme::foo(int, char) (this=0x7ffe) at /src/foo.cpp:33', ['acme::foo']],
	['C++ templates', '#1 0x1 in acme::Map<int, std::string>::find(int) (x=1)', ['acme::Map<int, std::string>::find']],
	[
		'Linux, backtrace()',
		'/usr/lib/libacme.so.5(document_save+0x1a2) [0x7f3a1c2b]\n./app(main+0x10)[0x4005]',
		['document_save', 'main'],
	],
	[
		'macOS',
		'3   Acme   0x0000000104c2b -[Document saveTo:error:] + 120\n4   Acme   0x0000000104c2f +[Store shared] + 4',
		['-[Document saveTo:error:]', '+[Store shared]'],
	],
	[
		'Rust',
		'   3: core::panicking::panic_fmt\n             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/core/src/panicking.rs:72:14\n   4: acme::document::save',
		['core::panicking::panic_fmt', 'panicking.rs', 'acme::document::save'],
	],
	['Go', 'main.save(0xc000010250, 0x1)\n\t/home/ada/acme/main.go:12 +0x1d', ['main.save']],
	['Delphi', '[004B3A2C] Unit1.TForm1.Button1Click (Line 34, "Unit1.pas")', ['Unit1.TForm1.Button1Click']],
	['a function that calls itself', '   at A.B.C(Int32 x)\n   at A.B.C(Int32 x)\n   at A.B.D()', ['A.B.C', 'A.B.D']],
	['a name that is no path, with a colon and digits', '   at Acme.Net:7(x)', ['Acme.Net:7']],
	['nothing', '', []],
	['text that is no stack', 'the disk is full', []],
	['marks before a colon or a dot, which end no name', '[error]:disk\n{3}.left', []],
	['letters of any script and underscores in a name', 'Acmé.öffnen\n_x.y', ['Acmé.öffnen', '_x.y']],
])('%s', (_, stack, frames) => {
	expect(getFrames(stack, '5.0')).toEqual(frames);
});

test('reads at most a hundred frames', () => {
	expect(getFrames(Array.from({length: 5000}, (_, at) => `   at A.B${at}.C()`).join('\n'), '')).toHaveLength(100);
});

test('finds the same name of a frame at every position', () => {
	const frame = (at: number) =>
		`   at Aurora.Files.Project${at % 7}.Save(String path) in C:\\src\\Project.cs:line ${at}`;
	const names = getFrames(Array.from({length: 90}, (_, at) => frame(at)).join('\r\n'), '');
	expect(names).toEqual(Array.from({length: 90}, (_, at) => `Aurora.Files.Project${at % 7}.Save`));
	expect(getFrames('prefix (x)\n\n   at A.B.C(y)\n   at A.B.C.D(y)\n   at A.B.C(name+0x12)', '')).toEqual([
		'prefix',
		'A.B.C',
		'A.B.C.D',
		'name',
	]);
	expect(getFrames('   at A.B.C(name+0x12)\n   at A.B.C(y)', '')).toEqual(['name', 'A.B.C']);
});

test('a name that the service may have cut at the end of a long stack does not decide', () => {
	const frames = Array.from({length: 40}, (_, at) => `   at Acme.Files.Project${'abcdefgh'[at % 8]}.Save(String path)`);
	const cut = (length: number) => [...frames.slice(0, 39), (frames[39] ?? '').slice(0, length)].join('\n');
	const without = getFrames(frames.slice(0, 39).join('\n'), '');
	for (let length = 0; length <= '   at Acme.Files.Projecth.Save'.length; length++)
		expect(getFrames(cut(length), '')).toEqual(without);
	expect(getFrames(cut('   at Acme.Files.Projecth.Save('.length), '')).toEqual(getFrames(frames.join('\n'), ''));
});

test('a file with its line at the end of a long stack is whole', () => {
	const frames = Array.from({length: 40}, (_, at) => `    at Store.load${'abcdefgh'[at % 8]} (/app/store.js:${at}:1)`);
	const last = '    at node:internal/main/run_main_module:23:47';
	expect(getFrames([...frames, last].join('\n'), '').at(-1)).toBe('run_main_module');
});
