import {resolve} from 'node:path';
import {CliError, findErrors} from '../../errors.ts';
import {findPathOutside} from '../../files/trust/inside-folder.ts';
import type {Texts} from '../../lines/checked-line.ts';
import type {Argument} from '../definition/command.ts';
import {type Flag, type Flags, longName} from '../definition/flag.ts';
import {globalFlags} from '../definition/globals.ts';
import type {Untyped, Where} from '../parse/read-flags.ts';

/**
 * The flags that a command line in a question file may use. Somebody else may have written the file. So a flag that names a service,
 * a cluster, an account, a password or a file to write, or that raises a limit, is not in this list, and a new flag is rejected until
 * it is.
 */
export const allowedFlags: readonly string[] = `
--advanced --after --against --any-code --archive --below --bins --by --clamp --compare --concurrency --count-by --crashes --cross --daily
--depth --event --events-file --fail-on --fields --figures --filter --from --full-list --group-by --history --interval --level --limit
--lost-after --lost-date --mark --match --max-calls --max-drop --max-rate-ratio --min-crash-free --min-installations --newest --no-lines
--no-quota-check --over --per --period --product --properties --segment --segment-by --share --skip --sort --split --sql-file --status
--stickiness --to --top --totals --tz --unzip --view --wait --where --wide --within`
	.trim()
	.split(/\s+/);

const isPath = ({complete}: Pick<Argument, 'complete'>) => complete === 'file' || complete === 'directory';

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
	const reject = (message: string, hint: string) => {
		throw new CliError('usage', `${label}${message}`, {hint, origin});
	};
	const isAllowed = allowedFlags.includes(name);
	if (!isAllowed && rules.isInSql) reject(' is not allowed in report()', 'use only flags of the report itself');
	if (!isAllowed) reject(' is not allowed in a question file', adviceFor(name));
	const isNamedInside = name === '--filter' && value.startsWith('@');
	if (!isPath(flag) && !isNamedInside) return value;
	if (rules.isInSql) reject(': report() does not read files', 'write the expression itself');
	const at = isNamedInside ? '@' : '';
	return at + (await placePath(value.slice(at.length), {label, origin}, rules));
}

/**
 * Resolves the paths in the values of flags and in their defaults, and leaves out what a question file may not use, with an error for each. `where`
 * names the origin of values that are defaults.
 */
export async function resolveFlagPaths(
	texts: Texts,
	flags: Flags,
	{where, ...rules}: PathRules & {readonly where: Where},
): Promise<{readonly texts: Texts; readonly errors: readonly CliError[]}> {
	const kept: Record<string, string[]> = {};
	const getDefault = (flag: Flag) => (isPath(flag) && !rules.isInSql && flag.default ? [flag.default] : []);
	const steps = Object.entries(flags).flatMap(([name, flag]) =>
		(texts[name] ?? getDefault(flag)).map(text => async () => {
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
			const {name = '', ...argument} = declared[Math.min(at, declared.length - 1)] ?? {};
			if (arg === '-')
				throw new CliError('usage', `${name}: a question cannot read stdin`, {hint: 'write the values in the line'});
			if (isPath(argument)) placed[at] = await placePath(arg, {label: name}, rules);
		}),
	);
	return {args: placed, errors};
}
