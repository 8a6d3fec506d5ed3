/**
 * Pairs of stacks of one crash, which must have one fingerprint, and of two crashes, which must not. Class, method and
 * message of a pair are equal. The pairs were written before the rules they test.
 */

type Side = string | {readonly stack: string; readonly build: string};
export type CrashPair = readonly [what: string, one: Side, other: Side];

const lines = (...frames: readonly string[]) => frames.join('\n');
const java = (frame: string) =>
	lines(`\tat ${frame}`, '\tat shop.Pool.go(Pool.java:10)', '\tat shop.Main.main(Main.java:3)');
const dotNet = (frame: string) =>
	lines(`   at ${frame}`, '   at Acme.Shell.Run()', '   at Acme.Program.Main(String[] args)');
const gdb = (frame: string) =>
	lines(
		`#0  ${frame}`,
		'#1  0x000000000040123a in run (x=3) at run.c:9',
		'#2  0x0000000000401155 in main () at main.c:4',
	);
const windows = (frame: string) => lines(`00 ${frame}`, '01 acme!Shell::Run+0x3c', '02 acme!wWinMain+0x1f');
const rust = (frame: string) => lines(`   0: ${frame}`, '   1: acme::shell::run', '   2: acme::main');
const go = (frame: string) => lines('goroutine 1 [running]:', frame, 'main.main()', '\t/src/main.go:9 +0x1d');
const v8 = (frame: string) => lines('Error: x', `    at ${frame}`, '    at Shell.run (/app/shell.js:9:1)');
const python = (file: string, name: string) =>
	lines(
		'Traceback (most recent call last):',
		'  File "/app/main.py", line 3, in main',
		`  File "${file}", line 9, in ${name}`,
	);
const of = (build: string, ...frames: readonly string[]) => ({build, stack: lines(...frames)});

export const samePairs: Readonly<Record<string, readonly CrashPair[]>> = {
	Java: [
		[
			'a lambda of Java 8',
			java('shop.C$$Lambda$1/1789447862.run(Unknown Source)'),
			java('shop.C$$Lambda$7/2093631819.run(Unknown Source)'),
		],
		[
			'a lambda of Java 17',
			java('shop.C$$Lambda$14/0x0000000800066840.run(Unknown Source)'),
			java('shop.C$$Lambda$15/0x0000000800067c40.run(Unknown Source)'),
		],
		[
			'a lambda of Java 21',
			java('shop.C$$Lambda/0x00007f2b10000a00.run(Unknown Source)'),
			java('shop.C$$Lambda/0x00007f9c4c1234f8.run(Unknown Source)'),
		],
		[
			'a lambda of Java 8 and of Java 21',
			java('shop.C$$Lambda$1/1789447862.run(Unknown Source)'),
			java('shop.C$$Lambda/0x00007f9c4c1234f8.run(Unknown Source)'),
		],
		[
			'the method of a lambda, numbered in each build',
			java('shop.C.lambda$find$0(C.java:7)'),
			java('shop.C.lambda$find$3(C.java:9)'),
		],
		[
			'a lambda form',
			java('java.lang.invoke.LambdaForm$MH/0x0000000800c03000.invoke(LambdaForm$MH)'),
			java('java.lang.invoke.LambdaForm$MH/0x0000000800c19400.invoke(LambdaForm$MH)'),
		],
		[
			'a lambda form of Java 8',
			java('java.lang.invoke.LambdaForm$DMH/531885035.invokeStatic_L_V(LambdaForm$DMH)'),
			java('java.lang.invoke.LambdaForm$DMH/1160460865.invokeStatic_L_V(LambdaForm$DMH)'),
		],
		[
			'an accessor made for reflection',
			java('sun.reflect.GeneratedMethodAccessor12.invoke(Unknown Source)'),
			java('sun.reflect.GeneratedMethodAccessor240.invoke(Unknown Source)'),
		],
		[
			'accessors of two versions of Java',
			java('sun.reflect.GeneratedMethodAccessor12.invoke(Unknown Source)'),
			java('jdk.internal.reflect.GeneratedMethodAccessor7.invoke(Unknown Source)'),
		],
		[
			'a constructor made for reflection',
			java('jdk.internal.reflect.GeneratedConstructorAccessor3.newInstance(Unknown Source)'),
			java('jdk.internal.reflect.GeneratedConstructorAccessor41.newInstance(Unknown Source)'),
		],
		[
			'a constructor made for serialization',
			java('sun.reflect.GeneratedSerializationConstructorAccessor3.newInstance(Unknown Source)'),
			java('sun.reflect.GeneratedSerializationConstructorAccessor8.newInstance(Unknown Source)'),
		],
		[
			'a class of CGLIB in Spring',
			java('shop.Svc$$EnhancerBySpringCGLIB$$5f0c1a2b.find(<generated>)'),
			java('shop.Svc$$EnhancerBySpringCGLIB$$9d8e7c6a.find(<generated>)'),
		],
		[
			'a fast class of CGLIB',
			java('shop.Svc$$FastClassBySpringCGLIB$$5f0c1a2b.invoke(<generated>)'),
			java('shop.Svc$$FastClassBySpringCGLIB$$aa77c0de.invoke(<generated>)'),
		],
		[
			'a class of CGLIB alone',
			java('shop.Svc$$EnhancerByCGLIB$$ab12cd34.find(<generated>)'),
			java('shop.Svc$$EnhancerByCGLIB$$cd34ab12_2.find(<generated>)'),
		],
		[
			'a class of Spring 6',
			java('shop.Svc$$SpringCGLIB$$0.find(<generated>)'),
			java('shop.Svc$$SpringCGLIB$$12.find(<generated>)'),
		],
		[
			'a class of Guice',
			java('shop.Svc$$EnhancerByGuice$$1fe2ab3c.find(<generated>)'),
			java('shop.Svc$$EnhancerByGuice$$77aa1c2d.find(<generated>)'),
		],
		[
			'a fast class of Guice',
			java('shop.Svc$$FastClassByGuice$$1fe2ab3c.invoke(<generated>)'),
			java('shop.Svc$$FastClassByGuice$$32861234.invoke(<generated>)'),
		],
		[
			'a class of Javassist',
			java('shop.Order_$$_javassist_12.getTotal(Order_$$_javassist_12.java)'),
			java('shop.Order_$$_javassist_7.getTotal(Order_$$_javassist_7.java)'),
		],
		[
			'a class of newer Javassist',
			java('shop.Order_$$_jvst4e2_0.getTotal(Order_$$_jvst4e2_0.java)'),
			java('shop.Order_$$_jvstb7f_c.getTotal(Order_$$_jvstb7f_c.java)'),
		],
		[
			'a class of ByteBuddy',
			java('shop.Order$ByteBuddy$kX3bZ09a.getTotal(Unknown Source)'),
			java('shop.Order$ByteBuddy$Qwer12Yx.getTotal(Unknown Source)'),
		],
		[
			'a proxy of Hibernate',
			java('shop.Order$HibernateProxy$kX3bZ09a.getTotal(Unknown Source)'),
			java('shop.Order$HibernateProxy$Qwer12Yx.getTotal(Unknown Source)'),
		],
		[
			'a proxy in any package',
			java('com.sun.proxy.$Proxy12.find(Unknown Source)'),
			java('jdk.proxy2.$Proxy57.find(Unknown Source)'),
		],
		[
			'a proxy in a package of its own',
			java('shop.internal.$Proxy12.find(Unknown Source)'),
			java('shop.internal.$Proxy3.find(Unknown Source)'),
		],
		['an anonymous class', java('shop.Main$3.run(Main.java:5)'), java('shop.Main$4.run(Main.java:6)')],
		[
			'other lines, and a module',
			java('java.base/java.util.HashMap.get(HashMap.java:556)'),
			java('java.util.HashMap.get(HashMap.java:562)'),
		],
	],
	'Kotlin, Scala, Groovy and Clojure': [
		[
			'an anonymous function of Scala',
			java('shop.C$$anonfun$get$1.apply(C.scala:9)'),
			java('shop.C$$anonfun$get$4.apply(C.scala:9)'),
		],
		[
			'a coroutine of Kotlin',
			java('shop.Store$load$2.invokeSuspend(Store.kt:7)'),
			java('shop.Store$load$3.invokeSuspend(Store.kt:8)'),
		],
		[
			'a lambda written by D8',
			java('shop.Store$$ExternalSyntheticLambda0.run(Unknown Source:2)'),
			java('shop.Store$$ExternalSyntheticLambda5.run(Unknown Source:4)'),
		],
		[
			'a function of Clojure',
			java('shop.core$handler$fn__1234.invoke(core.clj:5)'),
			java('shop.core$handler$fn__99871.invoke(core.clj:6)'),
		],
		[
			'an evaluation of Clojure',
			java('user$eval2301.invoke(NO_SOURCE_FILE:1)'),
			java('user$eval77.invoke(NO_SOURCE_FILE:1)'),
		],
		[
			'a script of Groovy by its hash',
			java('Script_5f0c1a2b3c4d5e6f.run(Script_5f0c1a2b3c4d5e6f.groovy:1)'),
			java('Script_a7b8c9d0e1f20314.run(Script_a7b8c9d0e1f20314.groovy:1)'),
		],
	],
	'.NET Framework': [
		[
			'an asynchronous method, numbered in each build',
			dotNet('Acme.Net.Sync.<Push>d__12.MoveNext()'),
			dotNet('Acme.Net.Sync.<Push>d__15.MoveNext()'),
		],
		[
			'a lambda, numbered in each build',
			dotNet('Acme.Ui.<>c__DisplayClass5_0.<Open>b__2(Object x)'),
			dotNet('Acme.Ui.<>c__DisplayClass6_0.<Open>b__1(Object x)'),
		],
		[
			'a compiled expression',
			dotNet('lambda_method123(Closure , Object )'),
			dotNet('lambda_method77(Closure , Object )'),
		],
		[
			'a compiled expression, with the class',
			dotNet('DynamicClass.lambda_method12(Closure , Object )'),
			dotNet('DynamicClass.lambda_method3(Closure , Object )'),
		],
		[
			'a page compiled at run time',
			dotNet('ASP._Page_Views_Home_Index_cshtml.<Execute>b__8_0()'),
			dotNet('ASP._Page_Views_Home_Index_cshtml.<Execute>b__9_1()'),
		],
		[
			'a proxy of Entity Framework',
			dotNet('System.Data.Entity.DynamicProxies.User_0D8B7F2C9A4E4A6F.get_Name()'),
			dotNet('System.Data.Entity.DynamicProxies.User_71AE03C5D20914BB.get_Name()'),
		],
		[
			'a proxy of Castle',
			dotNet('Castle.Proxies.IStoreProxy_12.Find(Int32 id)'),
			dotNet('Castle.Proxies.IStoreProxy_3.Find(Int32 id)'),
		],
		[
			'another language and other lines',
			lines('   at Acme.Files.Save(String path) in C:\\b\\F.cs:line 402', '   at Acme.Program.Main()'),
			lines('   bei Acme.Files.Save(String path) in D:\\a\\F.cs:Zeile 403.', '   bei Acme.Program.Main()'),
		],
	],
	'.NET': [
		[
			'a method of an asynchronous state machine, as older and newer runtimes write it',
			dotNet('Acme.Net.Sync.<Push>d__12.MoveNext()'),
			dotNet('Acme.Net.Sync.Push(Uri address)'),
		],
		[
			'a local function',
			dotNet('Acme.Store.<Load>g__Parse|12_0(String line)'),
			dotNet('Acme.Store.<Load>g__Parse|14_1(String line)'),
		],
		[
			'a view of Razor',
			dotNet('AspNetCore.Views_Home_Index.<ExecuteAsync>b__8_0()'),
			dotNet('AspNetCore.Views_Home_Index.<ExecuteAsync>b__9_1()'),
		],
		[
			'a submission of a script',
			dotNet('Submission#0.<<Initialize>>d__0.MoveNext()'),
			dotNet('Submission#12.<<Initialize>>d__0.MoveNext()'),
		],
		[
			'an anonymous type',
			dotNet('<>f__AnonymousType0`2.Equals(Object value)'),
			dotNet('<>f__AnonymousType3`2.Equals(Object value)'),
		],
		[
			'a closure of F#, named by its line',
			dotNet('Acme.Store.load@12-1.Invoke(String x)'),
			dotNet('Acme.Store.load@19-1.Invoke(String x)'),
		],
		[
			'compiled ahead of time, the same build',
			of('5.0', '   at Acme!<BaseAddress>+0x1c10', '   at Acme!<BaseAddress>+0x9f40'),
			of('5.0', '   at Acme!<BaseAddress>+0x1C10', '   at Acme!<BaseAddress>+0x9F40'),
		],
	],
	'Unity and Mono': [
		[
			'other hashes of the assembly',
			lines(
				'  at Game.Player.Hit (System.Int32 x) [0x0001c] in <5f0c1a2b3c4d5e6f708192a3b4c5d6e7>:0',
				'  at Game.Loop.Tick () [0x00000] in <5f0c1a2b3c4d5e6f708192a3b4c5d6e7>:0',
			),
			lines(
				'  at Game.Player.Hit (System.Int32 x) [0x00022] in <a7b8c9d0e1f2031425364758697a8b9c>:0',
				'  at Game.Loop.Tick () [0x00004] in <a7b8c9d0e1f2031425364758697a8b9c>:0',
			),
		],
		[
			'a coroutine',
			lines('  at Game.Player+<Fade>d__7.MoveNext () [0x0001c] in <5f0c1a2b>:0'),
			lines('  at Game.Player+<Fade>d__9.MoveNext () [0x0001c] in <5f0c1a2b>:0'),
		],
	],
	Rust: [
		['a hash of the compiler', rust('app::run::h5f0c1a2b3c4d5e6f'), rust('app::run::ha7b8c9d0e1f20314')],
		[
			'a hash behind a closure',
			rust('app::run::{{closure}}::h5f0c1a2b3c4d5e6f'),
			rust('app::run::{{closure}}::ha7b8c9d0e1f20314'),
		],
		['with and without the hash', rust('app::run::h5f0c1a2b3c4d5e6f'), rust('app::run')],
		['a mangled name', rust('_ZN3app3run17h5f0c1a2b3c4d5e6fE'), rust('_ZN3app3run17ha7b8c9d0e1f20314E')],
		['the disambiguator of a crate', rust('app[5f0c1a2b3c4d5e6f]::run'), rust('app[a7b8c9d0e1f20314]::run')],
		['a new mangled name', rust('_RNvCs1234abcd_3app3run'), rust('_RNvCsZz9Yx8_3app3run')],
		[
			'other revisions of the library',
			lines(
				'   3: core::panicking::panic_fmt',
				'             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/core/src/panicking.rs:72:14',
				'   4: acme::save',
			),
			lines(
				'   3: core::panicking::panic_fmt',
				'             at /rustc/0d8b7f2c9a4e4a6f71ae03c5d20914bb5f0c1a2b/library/core/src/panicking.rs:75:14',
				'   4: acme::save',
			),
		],
	],
	'C and C++ on Linux': [
		['a cold part', gdb('0x1 in foo_bar.cold.12'), gdb('0x1 in foo_bar.cold.15')],
		['a cold part and the whole', gdb('0x1 in foo_bar.cold ()'), gdb('0x1 in foo_bar ()')],
		['a constant propagated', gdb('0x1 in foo_bar.constprop.0 (x=1)'), gdb('0x1 in foo_bar (x=1)')],
		[
			'arguments removed by the optimizer',
			gdb('0x1 in foo_bar.isra.0 (x=1)'),
			gdb('0x1 in foo_bar.isra.3.part.1 (x=1)'),
		],
		[
			'a clone, as demanglers write it',
			gdb('0x1 in acme::run(int) [clone .isra.0] ()'),
			gdb('0x1 in acme::run(int) [clone .cold] ()'),
		],
		[
			'a name that the linker made unique',
			gdb('0x1 in foo_bar.llvm.1234567890 ()'),
			gdb('0x1 in foo_bar.llvm.9876543210 ()'),
		],
		[
			'a private name of link-time optimization',
			gdb('0x1 in foo_bar.lto_priv.0 ()'),
			gdb('0x1 in foo_bar.lto_priv.14 ()'),
		],
		['the version of a library function', gdb('0x1 in memcpy@@GLIBC_2.14 ()'), gdb('0x1 in memcpy@GLIBC_2.2.5 ()')],
		[
			'a lambda of gcc',
			gdb('0x1 in acme::run()::{lambda(int)#1}::operator() (x=1)'),
			gdb('0x1 in acme::run()::{lambda(int)#2}::operator() (x=1)'),
		],
		[
			'a lambda of clang',
			gdb('0x1 in acme::run()::$_0::operator() (x=1)'),
			gdb('0x1 in acme::run()::$_3::operator() (x=1)'),
		],
		[
			'other addresses and arguments',
			gdb('0x00007f3a1c2b in acme::foo(int, char) (this=0x7ffe) at /src/foo.cpp:33'),
			gdb('0x00007f990000 in acme::foo(int, char) (this=0x7fff) at /b/foo.cpp:35'),
		],
		[
			'without symbols, one build at two addresses',
			of('5.0', '/usr/lib/libacme.so.5(+0x1a2) [0x7f3a1c2b21a2]', './app(+0x10b0) [0x55d0aa0010b0]'),
			of('5.0', '/usr/lib/libacme.so.5(+0x1a2) [0x7f9911ff01a2]', './app(+0x10b0) [0x5611bb2210b0]'),
		],
		[
			'an address alone, moved by whole pages',
			of('5.0', '0x00007f3a1c2b2c10', '0x00007f3a1c2b1f40'),
			of('5.0', '0x00007f9911ff0c10', '0x00007f9911feff40'),
		],
		[
			'a frame of gdb without a symbol, moved by whole pages',
			of('5.0', '#0  0x00007f2a10001c10 in ?? () from /usr/lib/libacme.so.1'),
			of('5.0', '#0  0x00007f9911ffac10 in ?? () from /opt/lib/libacme.so.1'),
		],
	],
	'C++ on Windows': [
		[
			'a lambda of MSVC',
			windows('acme!<lambda_5f0c1a2b3c4d5e6f708192a3b4c5d6e7>::operator()+0x12'),
			windows('acme!<lambda_a7b8c9d0e1f2031425364758697a8b9c>::operator()+0x18'),
		],
		[
			'an anonymous namespace, mangled',
			windows('acme!?A0x1a2b3c4d::Parse+0x12'),
			windows('acme!?A0x9f8e7d6c::Parse+0x18'),
		],
		[
			'an anonymous namespace, as WinDbg writes it',
			windows('acme!A0x1a2b3c4d::Parse+0x12'),
			windows('acme!A0x9f8e7d6c::Parse+0x18'),
		],
		['the size of arguments', windows('acme!_Open@12+0x12'), windows('acme!_Open@16+0x18')],
		[
			'a module and an offset, one build',
			of('5.0', 'app.exe+0x1c10', 'KERNEL32.dll+0x17bd4'),
			of('5.0', 'APP.EXE+0x1C10', 'kernel32.dll+0x17bd4'),
		],
		[
			'an offset written in two ways',
			of('5.0', 'app.exe+0x1c10', 'KERNEL32.dll+0x17bd4'),
			of('5.0', 'app.exe!0x1c10', 'KERNEL32.dll!0x17bd4'),
		],
		[
			'an offset behind an address',
			of('5.0', '0x00007ff6abcd1c10 (acme.exe + 0x1c10)', '0x00007ffe12347bd4 (KERNEL32.DLL + 0x17bd4)'),
			of('5.0', '0x00007ff711111c10 (acme.exe + 0x1c10)', '0x00007ffeaaaa7bd4 (KERNEL32.DLL + 0x17bd4)'),
		],
		[
			'a path before the module',
			of('5.0', '0x7712 C:\\Windows\\KERNEL32.DLL + 0x17034'),
			of('5.0', '0x9912 C:\\WINNT\\System32\\kernel32.dll + 0x17034'),
		],
		[
			'an address of 64 bits behind a module',
			of('5.0', 'acme!0x00007ff6abcd1c10'),
			of('5.0', 'acme!0x00007ff711111c10'),
		],
	],
	'macOS and iOS': [
		[
			'other addresses',
			lines('3   Acme   0x0000000104c2b010 -[Document saveTo:error:] + 120', '4   Acme   0x0000000104c2f000 main + 4'),
			lines('3   Acme   0x0000000109c2b010 -[Document saveTo:error:] + 124', '4   Acme   0x0000000109c2f000 main + 8'),
		],
		[
			'a block',
			lines('3   Acme   0x0000000104c2b010 __25-[Document saveTo:error:]_block_invoke + 120'),
			lines('3   Acme   0x0000000104c2b010 __25-[Document saveTo:error:]_block_invoke_2 + 64'),
		],
		[
			'without symbols, one build at two addresses',
			of(
				'5.0',
				'3   Acme                0x0000000104c2b010 0x104c00000 + 176144',
				'4   Acme                0x0000000104c2f000 0x104c00000 + 192512',
			),
			of(
				'5.0',
				'3   Acme                0x0000000109e2b010 0x109e00000 + 176144',
				'4   Acme                0x0000000109e2f000 0x109e00000 + 192512',
			),
		],
		[
			'a closure of Swift',
			lines('3   Acme   0x104c2b010 closure #1 in Document.save(to:) + 120'),
			lines('3   Acme   0x104c2b010 closure #2 in Document.save(to:) + 64'),
		],
	],
	'Android, native': [
		[
			'one build at two paths',
			of(
				'5.0',
				'#00 pc 00001c10  /data/app/~~aB1==/com.acme-xY2==/lib/arm64/libgame.so (BuildId: aa11aa11aa11aa11)',
				'#01 pc 0000aaaa  /system/lib64/libart.so (BuildId: 77)',
			),
			of(
				'5.0',
				'#00 pc 0000000000001c10  /data/app/~~zZ9==/com.acme-qQ7==/lib/arm64/libgame.so (BuildId: aa11aa11aa11aa11)',
				'#01 pc 000000000000aaaa  /apex/lib64/libart.so (BuildId: 77)',
			),
		],
		[
			'the same library in two versions of the product',
			of('5.0', '#00 pc 00001c10  libgame.so (BuildId: aa11aa11aa11aa11)'),
			of('5.1', '#00 pc 00001c10  libgame.so (BuildId: aa11aa11aa11aa11)'),
		],
		[
			'a symbol with other offsets',
			lines(
				'#00 pc 00001c10  libgame.so (game_tick+16) (BuildId: aa11)',
				'#01 pc 00002c10  libgame.so (game_loop+320) (BuildId: aa11)',
			),
			lines(
				'#00 pc 00003f00  libgame.so (game_tick+24) (BuildId: bb22)',
				'#01 pc 00004f00  libgame.so (game_loop+300) (BuildId: bb22)',
			),
		],
	],
	JavaScript: [
		[
			'a bundle with a hash',
			v8('https://acme.example/static/main.5f0c1a2b.js:1:2000'),
			v8('https://acme.example/static/main.a7b8c9d0.js:1:2012'),
		],
		[
			'a bundle of another kind',
			v8('https://acme.example/assets/index-BxYz12_a.js:1:2000'),
			v8('https://acme.example/assets/index-Q9kLm3aZ.js:1:2012'),
		],
		[
			'another folder and line',
			v8('Object.open (/home/ada/app/main.js:10:5)'),
			v8('Object.open (/Users/eve/app/main.js:11:7)'),
		],
		['an asynchronous frame', v8('async Store.load (/app/store.js:3:1)'), v8('Store.load (/app/store.js:4:1)')],
	],
	Python: [
		[
			'another folder and line',
			python('/opt/acme/store.py', 'load'),
			python('C:\\Program Files\\acme\\store.py', 'load'),
		],
		[
			'a cell of a notebook',
			python('/tmp/ipykernel_1234/1789447862.py', 'load'),
			python('/tmp/ipykernel_99/2093631819.py', 'load'),
		],
	],
	Go: [
		['other arguments', go('main.save(0xc000010250, 0x1)'), go('main.save(0xc0000aa000, 0x2)')],
		[
			'a function in a function, numbered in each build',
			go('main.run.func1(0xc000010250)'),
			go('main.run.func2(0xc000010250)'),
		],
		[
			'the function that started it',
			lines('main.run(0x1)', 'created by main.start in goroutine 18'),
			lines('main.run(0x1)', 'created by main.start in goroutine 7'),
		],
		['arguments left out', go('main.(*Server).Serve(0xc000010250, {0x1, 0x2})'), go('main.(*Server).Serve(...)')],
	],
	Delphi: [
		[
			'with symbols, at other addresses',
			'[00405A3F]{Acme.exe} Document.TDocument.Save (Line 123, "Document.pas")',
			'[00915A3F]{Acme.exe} Document.TDocument.Save (Line 130, "Document.pas")',
		],
		[
			'without symbols, one build at two addresses',
			of('5.0', '(0001A3F){Acme.exe} [0041BA3F]', '(000012){kernel32.dll} [7C816FD7]'),
			of('5.0', '(0001A3F){Acme.exe} [0091BA3F]', '(000012){kernel32.dll} [76F16FD7]'),
		],
	],
	Dart: [
		[
			'without symbols, one build at two addresses',
			of('5.0', '    #00 abs 0000007a1b2c3d4e virt 00000000001c1c10 _kDartIsolateSnapshotInstructions+0x1c10'),
			of('5.0', '    #00 abs 0000007b99993d4e virt 00000000001c1c10 _kDartIsolateSnapshotInstructions+0x1c10'),
		],
	],
	WebAssembly: [
		[
			'one build, other positions',
			of('5.0', '    at wasm://wasm/0012abcd:wasm-function[123]:0x1c10'),
			of('5.0', '    at wasm://wasm/0012abcd:wasm-function[123]:0x1c18'),
		],
	],
};

export const differentPairs: Readonly<Record<string, readonly CrashPair[]>> = {
	Java: [
		[
			'lambdas of two classes',
			java('shop.C$$Lambda$1/1789447862.run(Unknown Source)'),
			java('shop.D$$Lambda$1/1789447862.run(Unknown Source)'),
		],
		['lambdas in two methods', java('shop.C.lambda$find$0(C.java:7)'), java('shop.C.lambda$save$1(C.java:9)')],
		[
			'lambdas with two interfaces',
			java('shop.C$$Lambda/0x00007f2b10000a00.run(Unknown Source)'),
			java('shop.C$$Lambda/0x00007f2b10000a00.call(Unknown Source)'),
		],
		[
			'two classes behind CGLIB',
			java('shop.Svc$$EnhancerBySpringCGLIB$$5f0c1a2b.find(<generated>)'),
			java('shop.Job$$EnhancerBySpringCGLIB$$5f0c1a2b.find(<generated>)'),
		],
		[
			'two methods behind CGLIB',
			java('shop.Svc$$EnhancerBySpringCGLIB$$5f0c1a2b.find(<generated>)'),
			java('shop.Svc$$EnhancerBySpringCGLIB$$5f0c1a2b.save(<generated>)'),
		],
		[
			'a proxy for two methods',
			java('com.sun.proxy.$Proxy12.find(Unknown Source)'),
			java('com.sun.proxy.$Proxy12.save(Unknown Source)'),
		],
		[
			'a method and a constructor by reflection',
			java('sun.reflect.GeneratedMethodAccessor12.invoke(Unknown Source)'),
			java('sun.reflect.GeneratedConstructorAccessor12.newInstance(Unknown Source)'),
		],
		[
			'names shortened by an obfuscator',
			lines('\tat a.b.c.d(SourceFile:1)', '\tat a.b.e(SourceFile:2)'),
			lines('\tat a.b.c.f(SourceFile:1)', '\tat a.b.e(SourceFile:2)'),
		],
		[
			'classes with numbers in their names',
			java('shop.Md5Hash.apply(Md5Hash.java:1)'),
			java('shop.Md4Hash.apply(Md4Hash.java:1)'),
		],
		[
			'a class that only looks generated',
			java('shop.GeneratedReport1.run(GeneratedReport1.java:1)'),
			java('shop.GeneratedReport2.run(GeneratedReport2.java:1)'),
		],
		[
			'two words after Script',
			java('shop.Script_parser.run(Script_parser.java:1)'),
			java('shop.Script_writer.run(Script_writer.java:1)'),
		],
	],
	'.NET Framework': [
		[
			'two asynchronous methods',
			dotNet('Acme.Net.Sync.<Push>d__12.MoveNext()'),
			dotNet('Acme.Net.Sync.<Pull>d__12.MoveNext()'),
		],
		['lambdas in two methods', dotNet('Acme.Ui.<>c.<Open>b__2(Object x)'), dotNet('Acme.Ui.<>c.<Close>b__2(Object x)')],
		[
			'an enumerator of the program and an asynchronous method',
			dotNet('Acme.Store.MoveNext()'),
			dotNet('Acme.Store.<Load>d__1.MoveNext()'),
		],
		[
			'types with one and with two parameters',
			dotNet('Acme.Map`1.Get(Object key)'),
			dotNet('Acme.Map`2.Get(Object key)'),
		],
		[
			'proxies of two entities',
			dotNet('System.Data.Entity.DynamicProxies.User_0D8B7F2C9A4E4A6F.get_Name()'),
			dotNet('System.Data.Entity.DynamicProxies.Order_0D8B7F2C9A4E4A6F.get_Name()'),
		],
		[
			'methods with numbers in their names',
			dotNet('Acme.Codec.Read16(Stream s)'),
			dotNet('Acme.Codec.Read32(Stream s)'),
		],
	],
	'.NET': [
		[
			'two local functions',
			dotNet('Acme.Store.<Load>g__Parse|12_0(String line)'),
			dotNet('Acme.Store.<Load>g__Check|12_1(String line)'),
		],
		[
			'two places of a build compiled ahead of time',
			of('5.0', '   at Acme!<BaseAddress>+0x1c10'),
			of('5.0', '   at Acme!<BaseAddress>+0x2c10'),
		],
		[
			'one place in two builds compiled ahead of time',
			of('5.0', '   at Acme!<BaseAddress>+0x1c10'),
			of('5.1', '   at Acme!<BaseAddress>+0x1c10'),
		],
	],
	Rust: [
		['two functions with one hash', rust('app::run::h5f0c1a2b3c4d5e6f'), rust('app::stop::h5f0c1a2b3c4d5e6f')],
		['a name of hex digits that is not a hash', rust('app::deadbeef'), rust('app::cafebabe')],
		[
			'a closure and its function',
			rust('app::run::{{closure}}::h5f0c1a2b3c4d5e6f'),
			rust('app::run::h5f0c1a2b3c4d5e6f'),
		],
	],
	'C and C++ on Linux': [
		[
			'two functions in anonymous namespaces',
			gdb('0x1 in (anonymous namespace)::parse (x=1)'),
			gdb('0x1 in (anonymous namespace)::write (x=1)'),
		],
		['two functions with one ending', gdb('0x1 in foo.cold.12'), gdb('0x1 in bar.cold.12')],
		[
			'two modules at one offset',
			of('5.0', 'libA.so+0x1c10', 'libc.so.6+0x17bd4'),
			of('5.0', 'libB.so+0x1c10', 'libc.so.6+0x17bd4'),
		],
		[
			'two places in a module',
			of('5.0', '/usr/lib/libacme.so.5(+0x1a2) [0x7f3a1c2b21a2]'),
			of('5.0', '/usr/lib/libacme.so.5(+0x2a2) [0x7f3a1c2b22a2]'),
		],
		[
			'one place in two builds',
			of('5.0', './app(+0x10b0) [0x55d0aa0010b0]'),
			of('5.1', './app(+0x10b0) [0x55d0aa0010b0]'),
		],
		['addresses alone', of('5.0', '0x00401c10', '0x7c817077'), of('5.0', '0x00409f40', '0x7c999999')],
		[
			'frames of gdb without a symbol',
			of('5.0', '#0  0x00007f2a10001c10 in ?? () from /usr/lib/libacme.so.1'),
			of('5.0', '#0  0x00007f2a10001f40 in ?? () from /usr/lib/libacme.so.1'),
		],
		[
			'lambdas in two functions',
			gdb('0x1 in acme::run()::{lambda(int)#1}::operator() (x=1)'),
			gdb('0x1 in acme::stop()::{lambda(int)#1}::operator() (x=1)'),
		],
		[
			'templates with two parameters',
			gdb('0x1 in acme::Map<int, char>::find(int) (x=1)'),
			gdb('0x1 in acme::Map<int, long>::find(int) (x=1)'),
		],
		['functions named by a number', gdb('0x1 in sha1_update (x=1)'), gdb('0x1 in sha256_update (x=1)')],
	],
	'C++ on Windows': [
		[
			'two places in a module',
			of('5.0', 'app.exe+0x1c10', 'KERNEL32.dll+0x17bd4'),
			of('5.0', 'app.exe+0x9f40', 'KERNEL32.dll+0x17bd4'),
		],
		[
			'one place in two builds',
			of('5.0', 'app.exe+0x1c10', 'app.exe+0x9f40'),
			of('5.1', 'app.exe+0x1c10', 'app.exe+0x9f40'),
		],
		[
			'two functions in anonymous namespaces',
			windows("acme!`anonymous namespace'::Parse+0x12"),
			windows("acme!`anonymous namespace'::Write+0x12"),
		],
		['two modules with one function', windows('acme!Open+0x12'), windows('plugin!Open+0x12')],
		[
			'lambdas in two classes',
			windows('acme!Shell::<lambda_5f0c1a2b3c4d5e6f708192a3b4c5d6e7>::operator()+0x12'),
			windows('acme!Store::<lambda_5f0c1a2b3c4d5e6f708192a3b4c5d6e7>::operator()+0x12'),
		],
		[
			'two places behind addresses',
			of('5.0', '0x00007ff6abcd1c10 (acme.exe + 0x1c10)'),
			of('5.0', '0x00007ff6abcd9f40 (acme.exe + 0x9f40)'),
		],
	],
	'macOS and iOS': [
		[
			'two methods of a class',
			'3   Acme   0x0000000104c2b010 -[Document saveTo:error:] + 120',
			'3   Acme   0x0000000104c2b010 -[Document openFrom:error:] + 120',
		],
		[
			'a method of the class and one of its objects',
			'3   Acme   0x104c2b010 -[Store shared] + 120',
			'3   Acme   0x104c2b010 +[Store shared] + 120',
		],
		[
			'two places without symbols',
			of('5.0', '3   Acme                0x0000000104c2b010 0x104c00000 + 176144'),
			of('5.0', '3   Acme                0x0000000104c3f040 0x104c00000 + 258112'),
		],
		[
			'two C functions',
			'3   Acme   0x0000000104c2b010 document_save + 120',
			'3   Acme   0x0000000104c2b010 document_open + 120',
		],
	],
	'Android, native': [
		[
			'two places of a build',
			of('5.0', '#00 pc 00001c10  libgame.so (BuildId: aa11aa11aa11aa11)', '#01 pc 0000aaaa  libart.so'),
			of('5.0', '#00 pc 00009f40  libgame.so (BuildId: aa11aa11aa11aa11)', '#01 pc 0000aaaa  libart.so'),
		],
		[
			'one place in two builds',
			of('5.0', '#00 pc 00001c10  libgame.so (BuildId: aa11aa11aa11aa11)'),
			of('5.0', '#00 pc 00001c10  libgame.so (BuildId: bb22bb22bb22bb22)'),
		],
		[
			'two functions of a library',
			'#00 pc 00001c10  libgame.so (game_tick+16) (BuildId: aa11)',
			'#00 pc 00001c10  libgame.so (game_draw+16) (BuildId: aa11)',
		],
	],
	JavaScript: [
		[
			'two files without function names',
			v8('https://acme.example/static/main.5f0c1a2b.js:1:2000'),
			v8('https://acme.example/static/store.5f0c1a2b.js:1:2000'),
		],
		[
			'two words at the end of a file name',
			v8('https://acme.example/app/my-document.js:1:2'),
			v8('https://acme.example/app/my-settings.js:1:2'),
		],
		['two methods', v8('Store.load (/app/store.js:3:1)'), v8('Store.save (/app/store.js:9:1)')],
	],
	Python: [
		['one function name in two files', python('/opt/acme/users.py', 'load'), python('/opt/acme/orders.py', 'load')],
		['two functions of a file', python('/opt/acme/store.py', 'load'), python('/opt/acme/store.py', 'save')],
	],
	Go: [
		['two methods of a type', go('main.(*Server).Serve(0xc000010250)'), go('main.(*Server).Close(0xc000010250)')],
		['one method of two types', go('main.(*Server).Close(0xc000010250)'), go('main.(*Client).Close(0xc000010250)')],
		['functions in two functions', go('main.run.func1(0xc000010250)'), go('main.stop.func1(0xc000010250)')],
		['one function name in two packages', go('acme.example/users.Load(0x1)'), go('acme.example/orders.Load(0x1)')],
	],
	Delphi: [
		[
			'two methods',
			'[00405A3F]{Acme.exe} Document.TDocument.Save (Line 123, "Document.pas")',
			'[00405A3F]{Acme.exe} Document.TDocument.Open (Line 123, "Document.pas")',
		],
		[
			'two places without symbols',
			of('5.0', '(0001A3F){Acme.exe} [0041BA3F]'),
			of('5.0', '(00077){Acme.exe} [0091BA77]'),
		],
		[
			'two modules without symbols',
			of('5.0', '(0001A3F){Acme.exe} [0041BA3F]'),
			of('5.0', '(0001A3F){Driver2.dll} [0041BA3F]'),
		],
	],
	Dart: [
		[
			'two places without symbols',
			of('5.0', '    #00 abs 0000007a1b2c3d4e virt 00000000001c1c10 _kDartIsolateSnapshotInstructions+0x1c10'),
			of('5.0', '    #00 abs 0000007a1b2c4d4e virt 00000000001c2c10 _kDartIsolateSnapshotInstructions+0x2c10'),
		],
	],
	WebAssembly: [
		[
			'two functions',
			of('5.0', '    at wasm://wasm/0012abcd:wasm-function[123]:0x1c10'),
			of('5.0', '    at wasm://wasm/0012abcd:wasm-function[124]:0x1c10'),
		],
		[
			'one number in two builds',
			of('5.0', '    at wasm://wasm/0012abcd:wasm-function[123]:0x1c10'),
			of('5.0', '    at wasm://wasm/77aa77aa:wasm-function[123]:0x1c10'),
		],
	],
};
