import {type Context, defineCommand, type Outcome} from '../cli/definition/command.ts';
import {type Options, optional, toggle, withDefault} from '../cli/definition/flag.ts';
import {integer, oneOf} from '../cli/definition/flag-values.ts';
import type {CommandTree} from '../cli/find/command-tree.ts';
import {fileFlags} from '../commands/questions/file-flags.ts';
import {releaseFlags} from '../commands/release/shared-release-flags.ts';
import {CliError} from '../errors.ts';
import {serviceWords} from '../lines/line-words.ts';
import {maxAnswerBytes, mostRows, usualRows} from './answer-limits.ts';

export const clients = ['claude', 'vscode', 'cursor'] as const;
type ClientName = (typeof clients)[number];

/** The configuration file of each client that lists servers. */
const configFiles: Readonly<Record<ClientName, string>> = {
	claude: 'claude_desktop_config.json, or .mcp.json in a project',
	vscode: '.vscode/mcp.json',
	cursor: '.cursor/mcp.json',
};

type Wanted = Options<typeof fileFlags> & {
	readonly allowWrites: boolean;
	readonly maxRows: number;
	readonly crashes: string;
};

async function print(client: ClientName, wanted: Wanted, context: Context): Promise<Outcome> {
	const {allowWrites, maxRows, crashes, file: questions, set} = wanted;
	const words = [
		...serviceWords(context),
		'mcp',
		...(allowWrites ? ['--allow-writes'] : []),
		...(maxRows === usualRows ? [] : [`--max-rows=${maxRows}`]),
		...(crashes === releaseFlags.crashes.default ? [] : [`--crashes=${crashes}`]),
		...(questions === undefined ? [] : [`--file=${questions}`]),
		...set.map(([name, value]) => `--set=${name}=${value}`),
	];
	const entry = {command: 'usagectl', args: words};
	const config =
		client === 'vscode' ? {servers: {usagectl: {type: 'stdio', ...entry}}} : {mcpServers: {usagectl: entry}};
	await context.note(`for ${configFiles[client]}`);
	return {text: `${JSON.stringify(config, null, 2)}\n`};
}

/** Throws CliError (usage) if stdin cannot carry the protocol. */
function validateStreams({terminal}: Context): void {
	if (terminal.stdin.isTTY) {
		throw new CliError('usage', 'mcp serves a program, but stdin is a terminal', {
			hint: 'let a client start it; for its configuration: usagectl mcp --print-config=claude',
		});
	}
}

export const createMcp = (tree: CommandTree) =>
	defineCommand({
		description: `Runs a Model Context Protocol (MCP) server on stdin and stdout. It offers reports, the filter language, license keys, crashes, SQL
and saved questions as read-only tools. Answers are limited in size, say what was cut, and mark text from the service as data rather than instructions. Runs
until the client closes the connection. See \`usagectl help assistants\`; for an agent that runs
commands itself, \`usagectl help skill\`.`,
		examples: [
			{line: 'usagectl --sandbox mcp --print-config claude', caption: 'configuration for Claude, on the sandbox'},
			{line: 'usagectl mcp --print-config vscode', caption: 'configuration for VS Code, for your service'},
		],
		takes: [
			'service',
			'timeout',
			'retries',
			'maxAnswer',
			'insecureHttp',
			'passwordFile',
			'passwordCommand',
			'today',
			'tz',
			'out',
		],
		flags: {
			printConfig: optional({
				flags: '--print-config <client>',
				summary: 'Print the configuration for claude, vscode or cursor, and exit',
				...oneOf(clients),
			}),
			allowWrites: toggle({flags: '--allow-writes', summary: 'Add tools that plan and apply changes to license keys'}),
			maxRows: withDefault({
				flags: '--max-rows <n>',
				summary: `Show at most n rows in an answer; an answer never exceeds about ${maxAnswerBytes / 1024} KB`,
				parse: integer({min: 1, max: mostRows}),
				default: String(usualRows),
			}),
			crashes: releaseFlags.crashes,
			...fileFlags,
		},
		run: async ({printConfig, file, set, ...options}, _args, context): Promise<Outcome> => {
			if (printConfig) return print(printConfig, {...options, file, set}, context);
			validateStreams(context);
			const {serve} = await import('./serve-stdio.ts');
			await serve(tree, {...options, questions: {file, set}}, {...context, isReadOnly: !options.allowWrites});
			return {};
		},
	});
