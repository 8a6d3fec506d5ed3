/**
 * Names that a runtime or compiler makes anew in each process or build. Two reports of one crash differ in them, so
 * each becomes one name. What the program's authors wrote stays: the outer class, the method, the interface.
 */
type GeneratedName = {
	readonly runtime: string;
	readonly pattern: RegExp;
	readonly replacement: string;
	/** A name before and after; test/archive/crashes/generated-names.test.ts tries it. */
	readonly example: readonly [string, string];
};

/** In a line of a stack, since they contain slashes, blanks or parentheses, at which a line is split. */
export const generatedInLines: readonly GeneratedName[] = [
	{
		runtime: 'Java 8 to 21: classes of lambdas and method handles',
		pattern: /(\$\$Lambda|\bLambdaForm\$\w+)(?:\$\d+)?\/(?:0x)?[\da-f]+/gi,
		replacement: '$1',
		example: ['at C$$Lambda$14/0x0000000800066840.run(Unknown Source)', 'at C$$Lambda.run(Unknown Source)'],
	},
	{
		runtime: 'C++: anonymous namespaces',
		pattern: /\(anonymous namespace\)|`anonymous[ -]namespace'|\?A0x[\da-f]{8}\b|\bA0x[\da-f]{8}(?=::)/gi,
		replacement: '{anonymous}',
		example: ['acme!?A0x1a2b3c4d::Parse+0x12', 'acme!{anonymous}::Parse+0x12'],
	},
	{
		runtime: 'C++: clones of a function, as demanglers write them',
		pattern: / \[clone [^\]]*\]/g,
		replacement: '',
		example: ['acme::run(int) [clone .isra.0] ()', 'acme::run(int) ()'],
	},
	{
		runtime: 'Go: the type of a receiver',
		pattern: /\(\*(\w+)(?:\[\.\.\.\])?\)/g,
		replacement: '*$1',
		example: ['main.(*Server).Serve(0xc000010250)', 'main.*Server.Serve(0xc000010250)'],
	},
];

export const generatedNames: readonly GeneratedName[] = [
	{
		runtime: 'Java: reflection',
		pattern:
			/^(?:sun|jdk\.internal)\.reflect\.(?:Generated|Native|Delegating|Direct)(?:Serialization)?(Method|Constructor)(?:Handle)?Accessor\w*\..*$/,
		replacement: 'reflect.$1Accessor',
		example: ['sun.reflect.GeneratedMethodAccessor12.invoke', 'reflect.MethodAccessor'],
	},
	{
		runtime: 'Java: CGLIB, Spring and Guice',
		pattern: /\$\$(\w+By\w+|SpringCGLIB)\$\$[\da-f]+(?:_\d+)?/gi,
		replacement: '$$$$$1',
		example: ['Svc$$EnhancerBySpringCGLIB$$5f0c1a2b.find', 'Svc$$EnhancerBySpringCGLIB.find'],
	},
	{
		runtime: 'Java: Javassist',
		pattern: /_\$\$_(?:javassist(?:_seam)?|jvst\w*?)_\w+/g,
		replacement: '_$$$$_javassist',
		example: ['Order_$$_jvst4e2_0.getTotal', 'Order_$$_javassist.getTotal'],
	},
	{
		runtime: 'Java: ByteBuddy, Hibernate and Mockito',
		pattern: /\$(ByteBuddy|Hibernate[A-Z]\w*|MockitoMock|auxiliary)\$\w+/g,
		replacement: '$$$1',
		example: ['Order$HibernateProxy$kX3bZ09a.getTotal', 'Order$HibernateProxy.getTotal'],
	},
	{
		runtime: 'Java: proxies, in any package',
		pattern: /^(?:[\w$]+\.)*\$Proxy\d+/,
		replacement: '$$Proxy',
		example: ['jdk.proxy2.$Proxy57.find', '$Proxy.find'],
	},
	{
		runtime: 'Groovy and .NET: scripts named by their hash',
		pattern: /\bScript_[\da-f]{8,}\b/g,
		replacement: 'Script_',
		example: ['Script_5f0c1a2b3c4d5e6f.run', 'Script_.run'],
	},
	{
		runtime: '.NET: state machines of asynchronous methods and enumerators, which newer runtimes write as the method',
		pattern: /<([^<>]+|<[^<>]+>)>d__\d*(?:`\d+)?\.MoveNext$/,
		replacement: '$1',
		example: ['Acme.Sync.<Push>d__12.MoveNext', 'Acme.Sync.Push'],
	},
	{
		runtime: '.NET: compiled expressions',
		pattern: /\b(?:DynamicClass\.)?lambda_method\d*/g,
		replacement: 'lambda_method',
		example: ['DynamicClass.lambda_method12', 'lambda_method'],
	},
	{
		runtime: '.NET: proxies of Entity Framework',
		pattern: /\bDynamicProxies\.(\w+?)_[\dA-F]{16,}/g,
		replacement: 'DynamicProxies.$1',
		example: ['DynamicProxies.User_0D8B7F2C9A4E4A6F.get_Name', 'DynamicProxies.User.get_Name'],
	},
	{
		runtime: '.NET: proxies of Castle',
		pattern: /\b(Castle\.Proxies\.\S*?)_\d+/g,
		replacement: '$1',
		example: ['Castle.Proxies.IStoreProxy_12.Find', 'Castle.Proxies.IStoreProxy.Find'],
	},
	{
		runtime: '.NET: submissions of scripts',
		pattern: /\bSubmission#\d+/g,
		replacement: 'Submission#',
		example: ['Submission#12.Run', 'Submission#.Run'],
	},
	{
		runtime: 'F#: closures by line; C on Windows: the size of arguments',
		pattern: /@\d+(?:-\d+)?(?=\.|$)/g,
		replacement: '@',
		example: ['Acme.Store.load@12-1.Invoke', 'Acme.Store.load@.Invoke'],
	},
	{
		runtime: 'C: versions of library functions',
		pattern: /@{1,2}[A-Z]+_[\d.]+$/,
		replacement: '',
		example: ['memcpy@@GLIBC_2.14', 'memcpy'],
	},
	{
		runtime: 'C and C++: parts and clones of a function',
		pattern: /^([^.]+)(?:\.cold(?:\.\d+)*|\.(?:constprop|isra|part|llvm|lto_priv)(?:\.\d+)+)+$/,
		replacement: '$1',
		example: ['foo_bar.isra.3.part.1', 'foo_bar'],
	},
	{
		runtime: 'C++ of MSVC: lambdas',
		pattern: /<lambda_[\da-f]{32}>/g,
		replacement: '<lambda>',
		example: ['acme!<lambda_5f0c1a2b3c4d5e6f708192a3b4c5d6e7>::operator', 'acme!<lambda>::operator'],
	},
	{
		runtime: 'Rust: hashes of functions, and in mangled names',
		pattern: /::h[\da-f]{16}$|17h[\da-f]{16}(?=E$)/,
		replacement: '',
		example: ['app::run::h5f0c1a2b3c4d5e6f', 'app::run'],
	},
	{
		runtime: 'Rust: disambiguators of crates',
		pattern: /\[[\da-f]{12,16}\]|(?<=^_R.*C)s[\dA-Za-z]+_/g,
		replacement: '',
		example: ['app[5f0c1a2b3c4d5e6f]::run', 'app::run'],
	},
	{
		runtime: 'Go: functions in a function',
		pattern: /\.func\d+(?:\.\d+)*/g,
		replacement: '.func',
		example: ['main.run.func1.2', 'main.run.func'],
	},
	{
		runtime: 'JavaScript: bundles with a hash',
		pattern: /[.-](?=[\w-]*\d)[\w-]{8,20}(?=\.[cm]?js$)/,
		replacement: '',
		example: ['main.5f0c1a2b.js', 'main.js'],
	},
	{
		runtime: 'Python: cells of a notebook',
		pattern: /^\d+(?=\.py:)/,
		replacement: 'cell',
		example: ['1789447862.py:load', 'cell.py:load'],
	},
];

/** Most names match no rule, which one expression tells faster than all of them in turn. */
function createReplacer(rules: readonly GeneratedName[]): (text: string) => string {
	const anyRule = new RegExp(rules.map(({pattern}) => pattern.source).join('|'), 'i');
	return text =>
		anyRule.test(text)
			? rules.reduce((name, {pattern, replacement}) => name.replace(pattern, replacement), text)
			: text;
}

/** Replaces the generated names that a line must not be split at. */
export const replaceGeneratedInLine = createReplacer(generatedInLines);
const replaceInName = createReplacer(generatedNames);

/** Compilers number other generated names (`<Open>b__12_0`, `Main$3`) differently in each build. */
const dropNumbers = (name: string) => (/[<$]/.test(name) ? name.replace(/\d/g, '') : name);

/** Returns the name of a class or function as it is in every process and build. */
export const replaceGeneratedName = (name: string): string => dropNumbers(replaceInName(name));
