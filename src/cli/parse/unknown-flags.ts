import {CliError} from '../../errors.ts';
import {isSlip} from '../../text/near-names.ts';
import type {Flag} from '../definition/flag.ts';
import {longName} from '../definition/flag-names.ts';
import {joinMistakes} from '../definition/several-errors.ts';
import type {CommandTree} from '../find/command-tree.ts';
import {findOtherFlag} from '../find/word-suggestions.ts';

const mostNamed = 3;

/** The commands that have a flag of their own of this name. */
async function findOwners({commands}: CommandTree, name: string): Promise<readonly string[]> {
	const shown = commands.filter(({hidden}) => !hidden);
	const flags = await Promise.all(shown.map(async ({load}) => Object.values<Flag>((await load()).flags).map(longName)));
	return shown.flatMap(({path}, at) => (flags[at]?.includes(name) ? [path] : []));
}

/** How many words two paths begin with together. */
function countShared(path: string, other: string): number {
	const words = other.split(' ');
	const differs = path.split(' ').findIndex((word, at) => word !== words[at]);
	return differs < 0 ? words.length : differs;
}

/**
 * For an unknown flag that other commands have: an error that names those commands. Any other error is returned unchanged, and
 * that of a flag with a slip in it, since to look for others loads every command.
 */
export async function nameOwners(error: unknown, command: string, tree: CommandTree): Promise<unknown> {
	if (!(error instanceof CliError)) return error;
	const {mistakes: [first, ...others] = [], hint: seeHelp} = error.details;
	if (first) {
		const name = async (each: CliError) => (await nameOwners(each, command, tree)) as CliError;
		return joinMistakes([await name(first), ...(await Promise.all(others.map(name)))], seeHelp);
	}
	if (error.details.code !== 'unknown-flag') return error;
	const [, flag = ''] = /(--[\w-]+)/.exec(error.message) ?? [];
	const {suggest = [], expected = []} = error.details;
	const isMeant = suggest.some(name => isSlip(flag, name)) || (suggest.length > 0 && findOtherFlag(flag) !== undefined);
	if (expected.length === 0 && isMeant) return error;
	const found = await findOwners(tree, flag);
	// Its sisters first.
	const owners = found.toSorted((one, other) => countShared(other, command) - countShared(one, command));
	if (owners.length === 0) return error;
	const named = owners.slice(0, mostNamed).join(', ') + (owners.length > mostNamed ? ', …' : '');
	const own = suggest.filter(each => each !== flag && expected.includes(each));
	const hint = own.length > 0 ? `here it is ${own.join(' or ')}` : `see usagectl ${command} --help`;
	return new CliError('usage', `${command} has no flag ${flag}; ${named} ${owners.length > 1 ? 'have' : 'has'} it`, {
		...error.details,
		hint,
		suggest: own,
	});
}
