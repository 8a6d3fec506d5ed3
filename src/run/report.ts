import type {CliError} from '../errors.ts';
import {failureJson, failureText} from '../output/failure.ts';
import type {World} from '../ports.ts';
import {wantsColor} from '../terminal/color.ts';

/** The format of errors, also for a command line that cannot be read: whatever follows the last `-o`. */
export function wantsJson(argv: readonly string[], env: World['env']): boolean {
	const typed = argv.map(
		(word, index) =>
			/^(?:--output=|-o=?)(.+)$/.exec(word)?.[1] ?? (/^(-o|--output)$/.test(word) ? argv[index + 1] : undefined),
	);
	const format = typed.findLast(word => word !== undefined) ?? env.USAGECTL_OUTPUT;
	return format === 'json' || format === 'ndjson';
}

/** Says on stderr what went wrong: two lines, or one JSON object. */
export async function reportFailure(
	error: CliError,
	argv: readonly string[],
	{env, stderr}: Pick<World, 'env' | 'stderr'>,
): Promise<void> {
	const color = wantsColor('auto', {env, isTTY: stderr.isTTY});
	const style = {color, debug: argv.includes('--debug')};
	await stderr.write(wantsJson(argv, env) ? failureJson(error) : await failureText(error, style)).catch(() => {});
}
