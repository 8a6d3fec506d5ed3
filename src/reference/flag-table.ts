import {commands} from '../commands/table.ts';
import {longName} from '../program/parse.ts';

/** `src/program/flag-table.ts`: every command with the flags of its own, a command a line. Loading them all to say whose a mistyped flag is would take 300 ms. */
export async function getFlagTable(): Promise<string> {
	const lines: string[] = [];
	for (const {path, hidden, load} of commands) {
		const flags = Object.values((await load()).flags).map(longName);
		if (!hidden && flags.length > 0) lines.push([path, ...flags].join(' '));
	}
	return `/** Commands with the flags of their own; made by \`npm run reference\`. */\nexport const flagTable = \`\n${lines.join('\n')}\n\`;\n`;
}
