import type {Argument} from '../cli/definition/command.ts';

export function getUsage(path: string, args: readonly Argument[]): string {
	const names = args.filter(({isCommandLine}) => !isCommandLine).map(({name}) => name);
	const lines = args.filter(({isCommandLine}) => isCommandLine).map(({name}) => `-- ${name}`);
	return ['usagectl', path, ...names, '[flags]', ...lines].join(' ');
}
