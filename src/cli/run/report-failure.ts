import type {CliError} from '../../errors.ts';
import {failureJson, failureText} from '../../output/failure.ts';
import type {Ports} from '../../ports.ts';
import {wantsColor} from '../../terminal/color.ts';
import {keepSandbox} from '../definition/line-words.ts';

/** Reads argv itself, because the command line may be invalid; the last `-o` counts. */
export function wantsJson(argv: readonly string[], env: Ports['env']): boolean {
	const formats = argv.map(
		(word, index) =>
			/^(?:--output=|-o=?)(.+)$/.exec(word)?.[1] ?? (/^(-o|--output)$/.test(word) ? argv[index + 1] : undefined),
	);
	const format = formats.findLast(each => each !== undefined) ?? env.USAGECTL_OUTPUT;
	return format === 'json' || format === 'ndjson';
}

export async function reportFailure(
	error: CliError,
	argv: readonly string[],
	{env, stderr}: Pick<Ports, 'env' | 'stderr'>,
): Promise<void> {
	const {isTTY} = stderr;
	const {hint} = error.details;
	const style = {
		hint: argv.includes('--sandbox') ? keepSandbox(hint) : hint,
		color: wantsColor('auto', {env, isTTY}),
		debug: argv.includes('--debug'),
		width: isTTY ? stderr.columns() : undefined,
	};
	const text = wantsJson(argv, env) ? failureJson(error, style) : await failureText(error, style);
	await stderr.write(text).catch(() => {});
}
