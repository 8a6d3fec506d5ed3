import {CliError} from '../errors.ts';
import {flagTable} from './flag-table.ts';

const mostNamed = 3;

const ownersOf = (flag: string): readonly string[] =>
	flagTable
		.trim()
		.split('\n')
		.map(line => line.split(' '))
		.filter(words => words.includes(flag))
		.map(words => words.filter(word => !word.startsWith('--')).join(' '));

/** For an unknown flag that other commands have: an error that names those commands. Any other error is returned unchanged. */
export function nameOwners(error: unknown, command: string): unknown {
	if (!(error instanceof CliError) || error.details.code !== 'unknown-flag') return error;
	const [, flag = ''] = /(--[\w-]+)/.exec(error.message) ?? [];
	const owners = ownersOf(flag);
	if (owners.length === 0) return error;
	const named = owners.slice(0, mostNamed).join(', ') + (owners.length > mostNamed ? ', …' : '');
	const {suggest = [], expected = []} = error.details;
	const own = suggest.filter(each => each !== flag && expected.includes(each));
	const hint = own.length > 0 ? `here it is ${own.join(' or ')}` : `see usagectl ${command} --help`;
	return new CliError('usage', `${command} has no flag ${flag}; ${named} ${owners.length > 1 ? 'have' : 'has'} it`, {
		...error.details,
		hint,
		suggest: own,
	});
}
