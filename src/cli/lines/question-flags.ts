import {resolve} from 'node:path';
import {CliError, findErrors} from '../../errors.ts';
import {findPathOutside} from '../../files/trust/inside-folder.ts';
import type {Texts} from '../../lines/checked-line.ts';
import type {Argument} from '../definition/command.ts';
import {type Flag, type Flags, longName} from '../definition/flag.ts';
import {globalFlags} from '../definition/globals.ts';
import type {Untyped, Where} from '../parse/read-flags.ts';

/**
 * The flags that a command line in a question file may use, by the type of their value: `path` is read as a file, and so is an
 * `expression` that begins with @. Somebody else may have written the file. So a flag that names a service, a cluster, an account, a
 * password or a file to write, or that raises a limit, is not in this table, and a new flag is rejected until it is.
 */
export const allowedFlags: Readonly<Record<string, 'value' | 'expression' | 'path'>> = {
	'--advanced': 'value',
	'--after': 'value',
	'--against': 'value',
	'--any-code': 'value',
	'--archive': 'path',
	'--below': 'value',
	'--bins': 'value',
	'--by': 'value',
	'--clamp': 'value',
	'--compare': 'value',
	'--concurrency': 'value',
	'--count-by': 'value',
	'--crashes': 'path',
	'--cross': 'value',
	'--daily': 'value',
	'--depth': 'value',
	'--event': 'value',
	'--events-file': 'path',
	'--fail-on': 'value',
	'--fields': 'value',
	'--figures': 'value',
	'--filter': 'expression',
	'--from': 'value',
	'--full-list': 'value',
	'--group-by': 'value',
	'--history': 'path',
	'--interval': 'value',
	'--level': 'value',
	'--limit': 'value',
	'--lost-after': 'value',
	'--lost-date': 'value',
	'--mark': 'value',
	'--match': 'value',
	'--max-calls': 'value',
	'--max-drop': 'value',
	'--max-rate-ratio': 'value',
	'--min-crash-free': 'value',
	'--min-installations': 'value',
	'--newest': 'value',
	'--no-lines': 'value',
	'--no-quota-check': 'value',
	'--over': 'value',
	'--per': 'value',
	'--period': 'value',
	'--product': 'value',
	'--properties': 'value',
	'--segment': 'value',
	'--segment-by': 'value',
	'--share': 'value',
	'--skip': 'value',
	'--sort': 'value',
	'--split': 'value',
	'--sql-file': 'path',
	'--status': 'value',
	'--stickiness': 'value',
	'--to': 'value',
	'--top': 'value',
	'--totals': 'value',
	'--tz': 'value',
	'--unzip': 'value',
	'--view': 'value',
	'--wait': 'value',
	'--where': 'value',
	'--wide': 'value',
	'--within': 'value',
};

function adviceFor(name: string): string {
	if (name === '--engine')
		return "keep the cluster in the profile (usagectl profile set --engine URL), and write 'on: cluster' in the question";
	const isGlobal = Object.values<Flag>(globalFlags).some(flag => longName(flag) === name);
	return isGlobal ? 'pass it to usagectl questions run instead' : 'use it on the command line, not in a question';
}

type PathRules = {
	readonly folder: string;
	/** Values of `--set`: a path that the user typed may lead anywhere. */
	readonly typedPaths: readonly string[];
	/** The line is written in SQL instead of a question file. */
	readonly isInSql: boolean;
};

/** Resolves a path from the folder of the file. Throws CliError (usage) if it leads out of that folder. */
async function placePath(path: string, {label, origin}: Untyped, {folder, typedPaths}: PathRules): Promise<string> {
	const placed = resolve(folder, path);
	const outside = typedPaths.includes(path) ? undefined : await findPathOutside(folder, placed);
	if (outside === undefined) return placed;
	const what = outside === placed ? `'${path}'` : `the link '${outside}'`;
	throw new CliError('usage', `${label}: ${what} is outside the folder of the file`, {
		origin,
		hint: 'use a path inside it, or a variable whose value is given with --set',
	});
}

/** Resolves the path in a value of a flag. Throws CliError (usage) if a question file may not use the flag or the path. */
async function placeValue(value: string, flag: Flag, {label, origin, ...rules}: PathRules & Untyped) {
	const name = longName(flag);
	const type = allowedFlags[name];
	const reject = (message: string, hint: string) => {
		throw new CliError('usage', `${label}${message}`, {hint, origin});
	};
	if (!type && rules.isInSql) reject(' is not allowed in report()', 'use only flags of the report itself');
	if (!type) reject(' is not allowed in a question file', adviceFor(name));
	const isFile = type === 'path' || value.startsWith('@');
	if (isFile && type !== 'value' && rules.isInSql)
		reject(': report() does not read files', 'write the expression itself');
	if (type === 'path') return placePath(value, {label, origin}, rules);
	return type === 'expression' && isFile ? `@${await placePath(value.slice(1), {label, origin}, rules)}` : value;
}

/**
 * Resolves the paths in the values of flags, and leaves out what a question file may not use, with an error for each. `where`
 * names the origin of values that are defaults.
 */
export async function resolveFlagPaths(
	texts: Texts,
	flags: Flags,
	{where, ...rules}: PathRules & {readonly where: Where},
): Promise<{readonly texts: Texts; readonly errors: readonly CliError[]}> {
	const kept: Record<string, string[]> = {};
	const steps = Object.entries(flags).flatMap(([name, flag]) =>
		(texts[name] ?? []).map(text => async () => {
			const value = await placeValue(text, flag, {...rules, ...(where[name] ?? {label: longName(flag)})});
			kept[name] = [...(kept[name] ?? []), value];
		}),
	);
	const errors = await findErrors(steps);
	return {texts: kept, errors};
}

/**
 * Resolves the arguments that are paths. Returns an error for each that leads out of the folder, and for stdin, which a server
 * needs.
 */
export async function resolveArgumentPaths(
	args: readonly string[],
	declared: readonly Argument[],
	rules: PathRules,
): Promise<{readonly args: readonly string[]; readonly errors: readonly CliError[]}> {
	const placed = [...args];
	const errors = await findErrors(
		args.map((arg, at) => async () => {
			const {name = '', complete} = declared[Math.min(at, declared.length - 1)] ?? {};
			if (arg === '-')
				throw new CliError('usage', `${name}: a question cannot read stdin`, {hint: 'write the values in the line'});
			if (complete === 'file' || complete === 'directory') placed[at] = await placePath(arg, {label: name}, rules);
		}),
	);
	return {args: placed, errors};
}
