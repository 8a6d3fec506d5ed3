import {describeAddress} from '../../archive/cluster/engine-address.ts';
import {calendarDay} from '../../calendar.ts';
import {CliError} from '../../errors.ts';
import type {LineResult, Lines, OpenedLine} from '../../lines/checked-line.ts';
import {type Dataset, gatherRows, type Row} from '../../output/dataset.ts';
import {limitRows} from '../../output/rows/limit-rows.ts';
import {arrangeRows} from '../../output/rows/order-rows.ts';
import {selectFields} from '../../output/rows/select-columns.ts';
import type {Client} from '../../ports.ts';
import {getBaseUrl} from '../../session/settings.ts';
import {describeSandboxData, findSandboxProduct, getSandboxMoment} from '../context/open-sandbox.ts';
import {type BaseContext, forProduct, withoutProduct} from '../context/run-context.ts';
import type {Command} from '../definition/command.ts';
import type {Globals} from '../definition/globals.ts';
import type {CommandLine} from '../parse/command-line.ts';

/** A result is held in memory and written to disk as a whole. */
const maxRows = 20_000;

/** Returns a client that records the first request to each operation. */
const withRecord = (client: Client, requests: Map<string, object>): Client => ({
	...client,
	call: (endpoint, input, options) => {
		const isAuxiliary = options?.isAuxiliary || endpoint.path.startsWith('/meta/');
		// Further pages differ only in their position.
		if (!isAuxiliary && !requests.has(endpoint.path)) requests.set(endpoint.path, input);
		return client.call(endpoint, input, options);
	},
});

/** Returns the rows as a table would show them: sorted, and with the columns and the number that the flags ask for. */
async function toRows(
	data: Dataset,
	{fields, limit}: Globals,
): Promise<Pick<LineResult, 'columns' | 'rows' | 'isCut'>> {
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
	// A command may itself read no more rows than the limit.
	const isLimited = Boolean(limit && gathered.length >= limit && (data.total?.() ?? gathered.length + 1) > limit);
	return {
		columns: limited.columns,
		rows: await gatherRows(limited.blocks),
		isCut: isLimited || (data.isCut?.() ?? false),
	};
}

type Call = {readonly path: string; readonly command: Command; readonly line: CommandLine};

async function describeService(
	{globals, stateDir, settings, clock, today, serviceMoment, servedData}: BaseContext,
	{line}: Call,
	isAsked: boolean,
): Promise<Pick<LineResult, 'service' | 'isSynthetic' | 'taken'>> {
	const {engine} = line.globals;
	if (engine && 'server' in engine) return {service: describeAddress(engine), isSynthetic: false, taken: clock.now()};
	if (globals.sandbox)
		return {...(await describeSandboxData(stateDir)), taken: await getSandboxMoment(stateDir, clock)};
	const service = isAsked ? (getBaseUrl(settings) ?? '') : 'this machine';
	const moment = serviceMoment();
	// Where `today` is the day of the service, so is the time.
	const isOfService = today !== calendarDay(clock.now(), globals.tz) && moment?.toISOString().startsWith(today);
	const isSynthetic = isAsked && servedData() === 'synthetic data';
	return {service, isSynthetic, taken: (isOfService && moment) || clock.now()};
}

/** `createLines` is for a line that runs others itself. `folder` is that of the question file. */
type Origin = {
	readonly base: BaseContext;
	readonly createLines: (base: BaseContext) => Lines;
	readonly folder: string;
};

/** `today` replaces the day of the line. */
type Asked = {readonly product: number | undefined; readonly today?: string | undefined};

export async function openLine(
	{path, command, line}: Call,
	{product, client, today}: Asked & {readonly client?: Client | undefined},
	{base, createLines, folder}: Origin,
): Promise<OpenedLine> {
	const caveats: string[] = [];
	const incomplete: string[] = [];
	const notes: string[] = [];
	const requests = new Map<string, object>();
	const addNote = async (text: string) => void notes.push(text);
	const outer: BaseContext = {
		...base,
		globals: line.globals,
		today: today ?? line.globals.today ?? base.today,
		note: addNote,
		warn: addNote,
		footnote: addNote,
		caveat: async text => void caveats.push(text),
		incomplete: async text => void incomplete.push(text),
		connect: async () => withRecord(client ?? (await base.connect()), requests),
		questionFolder: folder,
	};
	const context = command.product
		? forProduct(outer, async () => product ?? findSandboxProduct(base))
		: withoutProduct(outer, createLines(outer));
	const outcome = await command.run(line.options, line.args, context);
	if (!('dataset' in outcome) || !outcome.dataset)
		throw new CliError('usage', `${path} returned no rows`, {hint: 'use a report or a list'});
	const {dataset: data, exit} = outcome;
	return {
		product: command.product ? await context.product() : null,
		day: context.today,
		data,
		exit,
		notes: () => [...new Set(notes)],
		caveats: () => [...new Set([...incomplete, ...caveats])],
		incomplete: () => [...new Set(incomplete)],
		requests: () => [...requests].map(([at, body]) => ({path: at, body})),
	};
}

export async function ask(call: Call, asked: Asked, origin: Origin): Promise<LineResult> {
	let isAsked = Boolean(call.command.product);
	const connect = () => {
		isAsked = true;
		return origin.base.connect();
	};
	const watched = {...origin, base: {...origin.base, connect}};
	const {data, notes, caveats, incomplete, requests, ...opened} = await openLine(call, asked, watched);
	const rows = await toRows(data, call.line.globals);
	return {
		product: opened.product,
		...(await describeService(origin.base, call, isAsked)),
		day: opened.day,
		requests: requests(),
		// A list, which is not drawn, has the name of its question.
		title: call.command.chart && data.about?.title,
		caveats: caveats(),
		incomplete: incomplete(),
		notes: notes(),
		...rows,
	};
}
