import {z} from 'zod';
import {globalFlags} from '../../cli/definition/globals.ts';
import {command} from '../../commands/report/why.ts';
import {argumentsOf, pageOf, paging, wordsOf} from '../arguments.ts';
import type {Tool} from '../tool.ts';

const {crashes: _crashes, ...flags} = command.flags;
const {product} = globalFlags;
const [figure] = command.args ?? [];

const input = z.strictObject({
	figure: z.enum(figure?.choices as [string, ...string[]]).describe('Figure that changed'),
	...argumentsOf({...flags, product}),
	...paging,
});

const fields = 'property,value,before,now,change,share,expected,mix,rate,verdict';

/** `folder` is the archive folder that the server was started with. */
export const createWhy = (folder: string): Tool<typeof input> => ({
	name: 'why',
	title: 'Where a change is',
	description:
		'Finds the groups of installations that account for a change of a figure: compares two ranges by every property, then by pairs, and corrects for the number of groups compared. ' +
		'The first note gives the answer in one sentence; the rows list the groups, the likeliest first, and how much of the change each accounts for. Shows where the change is, not what caused it. ' +
		`Sends up to max_calls requests (default: ${flags.maxCalls.default}); \`over\` names the properties to compare.`,
	input,
	call: ({figure: name, offset, limit, ...args}, session) =>
		session.answer({
			words: ['report', 'why', name, `--crashes=${folder}`, ...wordsOf(args), `--fields=${fields}`],
			form: 'rows',
			page: pageOf({offset, limit}, session.maxRows, 10),
			narrow: 'fewer properties in over',
		}),
});
