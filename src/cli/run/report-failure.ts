import {CliError} from '../../errors.ts';
import {keepSandbox} from '../../lines/line-words.ts';
import {failureJson, failureText} from '../../output/failure.ts';
import type {Ports} from '../../ports.ts';
import {wantsColor} from '../../terminal/color.ts';

/** Reads argv itself, because the command line may be invalid; the last `-o` counts. */
export function wantsJson(argv: readonly string[], env: Ports['env']): boolean {
	const formats = argv.map(
		(word, index) =>
			/^(?:--output=|-o=?)(.+)$/.exec(word)?.[1] ?? (/^(-o|--output)$/.test(word) ? argv[index + 1] : undefined),
	);
	const format = formats.findLast(each => each !== undefined) ?? env.USAGECTL_OUTPUT;
	return format === 'json' || format === 'ndjson';
}

/** Returns the error with hints that ask the sandbox too, also in the errors that it joins. */
function forSandbox(error: CliError): CliError {
	const {hint, problems = [], errors = [], ...details} = error.details;
	const revised = new CliError(error.kind, error.message, {
		...details,
		hint: keepSandbox(hint),
		...(problems.length > 0 ? {problems: problems.map(keepSandbox)} : {}),
		...(errors.length > 0 ? {errors: errors.map(forSandbox)} : {}),
	});
	return Object.assign(revised, {stack: error.stack});
}

export async function reportFailure(
	error: CliError,
	argv: readonly string[],
	{env, stderr}: Pick<Ports, 'env' | 'stderr'>,
): Promise<void> {
	const {isTTY} = stderr;
	const shown = argv.includes('--sandbox') ? forSandbox(error) : error;
	const style = {
		color: wantsColor('auto', {env, isTTY}),
		debug: argv.includes('--debug'),
		width: isTTY ? stderr.columns() : undefined,
	};
	const text = wantsJson(argv, env) ? failureJson(shown) : await failureText(shown, style);
	await stderr.write(text).catch(() => {});
}
