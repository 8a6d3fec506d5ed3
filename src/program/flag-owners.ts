import {commands} from '../commands/table.ts';
import {CliError} from '../errors.ts';
import {longName} from './parse.ts';

/** How many commands are named. */
const most = 3;

async function ownersOf(flag: string): Promise<readonly string[]> {
	const loaded = await Promise.all(
		commands.map(async ({path, hidden, load}) => ({path, hidden, flags: (await load()).flags})),
	);
	return loaded
		.filter(({hidden, flags}) => !hidden && Object.values(flags).some(each => longName(each) === flag))
		.map(({path}) => path);
}

/** The refusal of a flag that other commands take says which; any other failure comes back as it is. */
export async function nameOwners(error: unknown, command: string): Promise<unknown> {
	if (!(error instanceof CliError) || error.details.code !== 'unknown-flag') return error;
	const [, flag = ''] = /(--[\w-]+)/.exec(error.message) ?? [];
	const owners = await ownersOf(flag);
	if (owners.length === 0) return error;
	const named = owners.slice(0, most).join(', ') + (owners.length > most ? ', …' : '');
	const {suggest = []} = error.details;
	const [, own = []] = [suggest, suggest.filter(each => each !== flag && error.details.expected?.includes(each))];
	const hint = own.length > 0 ? `here it is ${own.join(' or ')}` : `see usagectl ${command} --help`;
	return new CliError('usage', `${command} has no flag ${flag}; ${named} ${owners.length > 1 ? 'have' : 'has'} it`, {
		...error.details,
		hint,
		suggest: own,
	});
}
