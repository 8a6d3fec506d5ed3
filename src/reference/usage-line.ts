import type {Argument} from '../cli/definition/command.ts';

/** Returns the name in brackets if the argument can be omitted. */
export const getArgumentName = ({name, orEngine}: Argument): string =>
	orEngine ? name.replace(/^<(.*)>$/, '[$1]') : name;

export function getUsage(path: string, args: readonly Argument[]): string {
	const names = args.filter(({isCommandLine}) => !isCommandLine).map(getArgumentName);
	const lines = args.filter(({isCommandLine}) => isCommandLine).map(({name}) => `-- ${name}`);
	return ['usagectl', path, ...names, '[flags]', ...lines].join(' ');
}
