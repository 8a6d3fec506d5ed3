const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	rows.length === 0
		? ''
		: `${[head, head.map(() => '---'), ...rows].map(row => `| ${row.map(escapeCell).join(' | ')} |`).join('\n')}\n`;

export const code = (text: string): string => `\`${text}\``;

export const block = (text: string, language: string): string =>
	text === '' ? '' : `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`;

export const joinParts = (parts: readonly string[]): string =>
	`${parts
		.map(part => part.trim())
		.filter(part => part !== '')
		.join('\n\n')}\n`;
