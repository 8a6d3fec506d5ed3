import {describeAddress} from '../../archive/tables/cluster/engine-address.ts';
import {CliError} from '../../errors.ts';
import {type Dataset, gatherRows, type Row} from '../../output/dataset.ts';
import {limitRows} from '../../output/rows/limit-rows.ts';
import {arrangeRows} from '../../output/rows/order-rows.ts';
import {selectFields} from '../../output/rows/select-columns.ts';
import type {Client} from '../../ports.ts';
import {getBaseUrl} from '../../session/settings.ts';
import {describeSandboxData, findSandboxProduct, getSandboxMoment} from '../context/open-sandbox.ts';
import {type BaseContext, forProduct} from '../context/run-context.ts';
import type {Command, LineResult} from '../definition/command.ts';
import type {Globals} from '../definition/globals.ts';
import type {CommandLine} from '../parse/command-line.ts';

/** A result is held in memory and written to disk as a whole. */
const maxRows = 20_000;

/** Returns a client that records the first request to each operation. */
const withRecord = (client: Client, requests: Map<string, object>): Client => ({
	...client,
	call: (endpoint, input, options) => {
		// Metadata is only auxiliary, and further pages differ only in their position.
		if (!endpoint.path.startsWith('/meta/') && !requests.has(endpoint.path)) requests.set(endpoint.path, input);
		return client.call(endpoint, input, options);
	},
});

/** Returns the rows as a table would show them: sorted, and with the columns and the number that the flags ask for. */
async function toRows(data: Dataset, {fields, limit}: Globals): Promise<Pick<LineResult, 'columns' | 'rows'>> {
	const gathered: Row[] = [];
	for await (const block of data.blocks) {
		gathered.push(...block);
		if (gathered.length > maxRows)
			throw new CliError('usage', `the result has more than ${maxRows} rows`, {
				hint: 'narrow it with a filter, fewer levels or --limit',
			});
	}
	const whole: Dataset = {columns: data.columns, blocks: [arrangeRows(data, gathered)]};
	const selected = fields ? selectFields(whole, fields) : whole;
	const {data: limited} = limitRows(selected, limit);
	return {columns: limited.columns, rows: await gatherRows(limited.blocks)};
}

type Call = {readonly path: string; readonly command: Command; readonly line: CommandLine};

async function describeService(
	{globals, stateDir, settings, clock}: BaseContext,
	{command: {product}, line}: Call,
): Promise<Pick<LineResult, 'service' | 'isSynthetic' | 'taken'>> {
	const {engine} = line.globals;
	if (engine && 'server' in engine) return {service: describeAddress(engine), isSynthetic: false, taken: clock.now()};
	if (globals.sandbox)
		return {...(await describeSandboxData(stateDir)), taken: await getSandboxMoment(stateDir, clock)};
	const service = product ? (getBaseUrl(settings) ?? '') : 'this machine';
	return {service, isSynthetic: false, taken: clock.now()};
}

export async function ask(call: Call, product: number | undefined, base: BaseContext): Promise<LineResult> {
	const {command, line} = call;
	const caveats: string[] = [];
	const notes: string[] = [];
	const requests = new Map<string, object>();
	const addNote = async (text: string) => void notes.push(text);
	const outer: BaseContext = {
		...base,
		globals: line.globals,
		today: line.globals.today ?? base.today,
		note: addNote,
		warn: addNote,
		caveat: async text => void caveats.push(text),
		connect: async () => withRecord(await base.connect(), requests),
	};
	const context = forProduct(outer, async () => product ?? findSandboxProduct(base));
	const outcome = await command.run(line.options, line.args, context);
	if (!('dataset' in outcome) || !outcome.dataset)
		throw new CliError('usage', `${call.path} returned no rows`, {hint: 'use a report or a list'});
	const {columns, rows} = await toRows(outcome.dataset, line.globals);
	const {about, isCut} = outcome.dataset;
	return {
		path: call.path,
		product: command.product ? await context.product() : null,
		...(await describeService(base, call)),
		day: context.today,
		requests: [...requests].map(([path, body]) => ({path, body})),
		title: about?.title,
		isCut: isCut?.() ?? false,
		caveats: [...new Set([...caveats, ...(about?.caveats ?? [])])],
		notes: [...new Set(notes)],
		columns,
		rows,
	};
}
