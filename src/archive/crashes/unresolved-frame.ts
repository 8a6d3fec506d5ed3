/**
 * Frames without a function name. Systems load a module at another address in each process, but always at whole pages:
 * its name, the offset in it and the last three digits of an address stay. They are of one build.
 */

type FramePattern = {readonly source: string; readonly pattern: RegExp};

/** Groups: `module`, `build`, and `offset` in hexadecimal, `decimal`, `address`, or `place` (any text). */
const framePatterns: readonly FramePattern[] = [
	{
		source: 'Android',
		pattern:
			/^#\d+ +pc +(?<offset>[\da-f]+) +(?<module>\S+)(?: +\(offset 0x[\da-f]+\))?(?: +\(BuildId: (?<build>[\da-f]+)\))?$/i,
	},
	{
		source: 'Linux, backtrace()',
		pattern: /^(?<module>\S+)\(\+0x(?<offset>[\da-f]+)\)(?: \[0x[\da-f]+\])?$/i,
	},
	{
		source: 'gdb',
		pattern: /^#\d+ +(?<address>0x[\da-f]+) in \?\? \(\)(?: from (?<module>\S+))?$/i,
	},
	{
		source: 'macOS and iOS',
		pattern: /^\d+ +(?<module>\S.*?) +0x[\da-f]+ 0x[\da-f]+ \+ (?<decimal>\d+)$/i,
	},
	{
		source: 'Delphi, with the offset or the address of a module',
		pattern: /^(?:\((?<offset>[\da-f]+)\)|\[(?<address>[\da-f]+)\])\{(?<module>[^}]+)\}(?: \[[\da-f]+\])?$/i,
	},
	{
		source: 'Dart',
		pattern: /^#\d+ +abs .*\b(?<module>_kDart\w+)\+0x(?<offset>[\da-f]+)$/i,
	},
	{
		source: 'WebAssembly',
		pattern: /(?:wasm:\/\/wasm\/(?<build>[\da-f]+):)?(?<module>wasm-function)(?<place>\[\d+\])/i,
	},
	{
		source: '.NET compiled ahead of time',
		pattern: /^(?:\S+ )?(?<module>[^\s!]+)!<BaseAddress>\+0x(?<offset>[\da-f]+)$/i,
	},
	{
		source: 'a module with its ending, or before an exclamation mark',
		pattern:
			/^(?:#?\d+:? +)?(?:0x[\da-f]+ +)?\(?(?<module>[^()!+]*?(?:\.(?:exe|dll|bpl|ocx|sys|node|dylib|so(?:\.\d+)*)(?: ?[+!] ?)|!))0x(?<offset>[\da-f]+)\)?$/i,
	},
	{
		source: 'WinDbg, a module between addresses',
		pattern: /^[\da-f]+ +[\da-f`]{8,} +[\da-f`]{8,} +(?<module>[^\s!+]+)\+0x(?<offset>[\da-f]+)$/i,
	},
	{
		source: 'an address alone',
		pattern: /^(?:#?\d+:? +)?\[?(?<address>0x[\da-f]{6,16}|(?=[a-f]*\d)[\da-f]{6,16})\]?$/i,
	},
];

/** The offset in a module of the system is of the system's build, which a report does not name. */
const systemModule =
	/^(?:kernel(?:32|base)|ntdll|user32|gdi32|combase|ole(?:32|aut32)|rpcrt4|win32u|ucrtbase|msvc[rp]\d+|vcruntime\d+|clr|coreclr|libc|libc-[\d.]+|libpthread\S*|libstdc\+\+|libgcc_s|ld-linux\S*|libart|libsystem_\w+|libdyld|dyld|corefoundation|foundation|appkit|uikitcore)$/;

/** Returns the name of a module without path and ending, in lower case. */
const toModule = (path: string) =>
	path
		.replace(/[\s+!]+$/, '')
		.replace(/^.*[\\/]/s, '')
		.replace(/\.(?:exe|dll|bpl|ocx|sys|node|dylib|so(?:\.\d+)*)$/i, '')
		.toLowerCase();

/** No module is as large; a larger number is an address in a process. */
const maxOffset = 2n ** 28n;
const pageSize = 0x1000n;

function getPlace({offset, decimal, address, place}: Readonly<Record<string, string | undefined>>): string {
	if (place !== undefined) return place;
	const value = BigInt(decimal ?? `0x${(offset ?? address ?? '').replace(/^0x/i, '')}`);
	const isOffset = address === undefined && value < maxOffset;
	return isOffset ? value.toString(16) : `·${(value % pageSize).toString(16)}`;
}

/** Most lines have function names and none of this. */
const hint = /0x|\bpc |\{|!|wasm-|^[[#]?\d?[\da-f]+/i;

/**
 * Returns what stays of a frame without a function name, such as `acme+1c10@5.0`; undefined for a line that is not such
 * a frame. `build` counts unless the frame has the ID of its module's build.
 */
export function findUnresolvedFrame(line: string, build: string): string | undefined {
	if (!hint.test(line)) return undefined;
	const text = line.trim().replace(/^at /, '');
	for (const {pattern} of framePatterns) {
		const groups = pattern.exec(text)?.groups;
		if (!groups) continue;
		const module = toModule(groups.module ?? '');
		return systemModule.test(module) ? module : `${module}+${getPlace(groups)}@${groups.build ?? build}`;
	}
	return undefined;
}

const parts = /^(.*)\+([^+@]+)@(.*)$/s;

/** Tests if two frames without function names may be one place in two builds of a module. */
export function mayBeSamePlace(one: string, other: string): boolean {
	const [, module, , build] = parts.exec(one) ?? [];
	const [, otherModule, , otherBuild] = parts.exec(other) ?? [];
	return module !== undefined && module === otherModule && build !== otherBuild;
}
