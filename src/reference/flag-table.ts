import type {CommandTree} from '../program/command-tree.ts';
import {longName} from '../program/flag-names.ts';

/** `src/program/flag-table.ts`: every command with its own flags, so that an unknown flag can be explained without loading every command. */
export async function getFlagTable({commands}: CommandTree): Promise<string> {
	const lines: string[] = [];
	for (const {path, hidden, load} of commands) {
		const flags = Object.values((await load()).flags).map(longName);
		if (!hidden && flags.length > 0) lines.push([path, ...flags].join(' '));
	}
	return `/** Every command with its own flags. Generated: \`npm run reference\`. */\nexport const flagTable = \`\n${lines.join('\n')}\n\`;\n`;
}
