import type {Records} from '../../archive/records/records.ts';
import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {withDefault} from '../../cli/definition/flag.ts';
import type {CommandTree} from '../../cli/find/command-tree.ts';
import {getSandboxProducts} from '../../cli/parse/product-names.ts';
import {CliError} from '../../errors.ts';
import {createNameCache} from '../../session/name-cache.ts';
import {escapeFor, type OpenQuote} from '../../text/shell-quoting.ts';
import type {Candidate, Lookup} from '../completion/completion-context.ts';
import {suggest} from '../completion/suggest.ts';
import {readLine} from '../completion/typed-line.ts';

const typed = (words: readonly string[], ...names: readonly string[]): string | undefined => {
	const at = words.findLastIndex(word => names.includes(word.replace(/=.*/s, '')));
	return at < 0 ? undefined : (/=(.*)/s.exec(words[at] ?? '')?.[1] ?? words[at + 1]);
};

/** Returns the service that the line would call, under the name by which values are cached. */
function serviceOf(words: readonly string[], {baseUrl, profile}: Context['globals']): string {
	if (words.includes('--sandbox')) return 'profile sandbox';
	const named = typed(words, '--profile');
	return typed(words, '--base-url') ?? (named ? `profile ${named}` : (baseUrl ?? `profile ${profile}`));
}

async function findRuns(stateDir: string): Promise<readonly Candidate[]> {
	const {listRuns} = await import('../../keys/past-runs.ts');
	const runs = await listRuns(stateDir, () => {});
	return runs.toReversed().flatMap(({summary: {run, state}, state: {header}}) => {
		return run === null ? [] : [{text: run, summary: `${header.command} ${header.file}, ${state}`}];
	});
}

/** Returns the questions of the file that the line names, or of the nearest file; none if the file has errors. */
async function findQuestions(words: readonly string[]): Promise<readonly Candidate[]> {
	const {readQuestionText, resolveQuestionFile} = await import('../../questions/file/find-question-file.ts');
	const {parseQuestionFile} = await import('../../questions/file/question-file.ts');
	try {
		const {path} = await resolveQuestionFile(typed(words, '--file'));
		const text = await readQuestionText(path);
		return parseQuestionFile(text, new Map()).questions.map(({name, title = ''}) => ({text: name, summary: title}));
	} catch (error) {
		if (error instanceof CliError) return [];
		throw error;
	}
}

const maxFingerprints = 100;

/** Reads archive folders; nothing if other files would have to be read. */
async function readArchives<T>(
	paths: readonly string[],
	context: Context,
	read: (records: Records) => Promise<readonly T[]>,
): Promise<readonly T[]> {
	const {noFilter} = await import('../../archive/sql/record-relations.ts');
	const {readInputs} = await import('../../archive/records/input-paths.ts');
	const {withRecords} = await import('../../archive/records/with-records.ts');
	const silent = async () => {};
	const ports = {
		...context,
		kind: 'exceptions',
		note: silent,
		detail: silent,
		incomplete: silent,
		isReadOnly: true,
	} as const;
	try {
		if ((await readInputs(paths, ports)).files.length > 0) return [];
		const request = {paths, filter: noFilter, rejects: undefined};
		return await withRecords(request, ports, read);
	} catch (error) {
		if (error instanceof CliError) return [];
		throw error;
	}
}

/** Returns the largest crash groups. */
async function findFingerprints(records: Records): Promise<readonly Candidate[]> {
	const {readCrashGroups} = await import('../../archive/crashes/crash-groups.ts');
	const {heads, samples} = await readCrashGroups(records);
	return [...samples]
		.filter(([fingerprint]) => !heads.has(fingerprint))
		.slice(0, maxFingerprints)
		.map(([text, [kind, method]]) => ({text, summary: [kind, method].filter(Boolean).join(' ')}));
}

function createLookup(words: readonly string[], context: Context): Lookup {
	const {globals, stateDir, settings} = context;
	const known = createNameCache({stateDir});
	const service = serviceOf(words, globals);
	const product = Number(typed(words, '-p', '--product')) || globals.products[0];
	return {
		known: heading => known.find(service, product, heading),
		profiles: async () => settings.profileNames,
		products: async () => {
			const found = service === 'profile sandbox' ? await getSandboxProducts(stateDir) : [];
			return found.map(({name, productId}) => ({text: name, summary: String(productId)}));
		},
		runs: () => findRuns(stateDir),
		questions: () => findQuestions(words),
		fingerprints: paths => readArchives(paths, context, findFingerprints),
		versions: async paths => {
			const {readVersions} = await import('../../archive/crashes/version-crashes.ts');
			return readArchives(paths, context, readVersions);
		},
	};
}

/** Names with control characters are not offered, because shells print them unescaped. */
const isPlain = ({text, summary}: Candidate) => !/[\p{Cc}\p{Cf}]/u.test(text + summary);

function formatRow(
	{text, summary, open}: Candidate,
	{length, quote}: {readonly length: number; readonly quote: OpenQuote},
): string {
	if (text.startsWith(':')) return `${text}\t${summary}\t\t`;
	const rest = escapeFor(text.slice(length), quote);
	if (quote === '') return [text, summary, open ? rest : `${rest} `, ''].join('\t');
	return [text, summary, rest, open ? 'open' : 'complete'].join('\t');
}

/**
 * Prints a line for each completion of the last word: the whole word, its description, the text to insert at the cursor, quoted
 * for bash and zsh, and, if a quote is open, whether the word is `complete` or `open`. A complete word ends with a space, unless a
 * quote is open.
 */
export const createComplete = (tree: CommandTree) =>
	defineCommand({
		examples: [],
		takes: [],
		flags: {
			line: withDefault({
				flags: '--line <text>',
				summary: 'Command line up to the cursor',
				parse: line => line,
				default: '',
			}),
		},
		run: async ({line}, _args, context) => {
			const {words, quote} = readLine(line);
			const found = await suggest(words.slice(1), {tree, lookup: createLookup(words, context), today: context.today});
			const length = words.at(-1)?.length ?? 0;
			const rows = found.filter(isPlain).map(candidate => formatRow(candidate, {length, quote}));
			return {text: rows.map(row => `${row}\n`).join('')};
		},
	});
