import type {CommandTree} from '../program/command-tree.ts';
import {longName} from '../program/flag-names.ts';

/** `src/program/flag-table.ts`: every command with its own flags. Whose a mistyped flag is can then be said without loading every command. */
export async function getFlagTable({commands}: CommandTree): Promise<string> {
	const lines: string[] = [];
	for (const {path, hidden, load} of commands) {
		const flags = Object.values((await load()).flags).map(longName);
		if (!hidden && flags.length > 0) lines.push([path, ...flags].join(' '));
	}
	return `/** Commands with the flags of their own; made by \`npm run reference\`. */\nexport const flagTable = \`\n${lines.join('\n')}\n\`;\n`;
}
