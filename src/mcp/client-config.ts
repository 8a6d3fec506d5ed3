/** Files of clients in which a server is entered. */
export const clients = ['claude', 'vscode', 'cursor'] as const;
export type ClientName = (typeof clients)[number];

const files: Readonly<Record<ClientName, string>> = {
	claude: 'claude_desktop_config.json, or .mcp.json in a project',
	vscode: '.vscode/mcp.json',
	cursor: '.cursor/mcp.json',
};

/** What to paste for a client, and into which file. */
export function getClientConfig(
	client: ClientName,
	words: readonly string[],
): {readonly file: string; readonly json: string} {
	const entry = {command: 'usagectl', args: words};
	const config =
		client === 'vscode' ? {servers: {usagectl: {type: 'stdio', ...entry}}} : {mcpServers: {usagectl: entry}};
	return {file: files[client], json: JSON.stringify(config, null, 2)};
}
