/** Parts of a message that vary between crashes of one fault. */
const varying: readonly RegExp[] = [
	/"[^"\n]*"|'[^'\n]*'|«[^»\n]*»|“[^”\n]*”|‘[^’\n]*’|`[^`\n]*`/g,
	/\b[a-z][a-z\d+.-]*:\/\/\S+/gi,
	/(?:\b[a-z]:)?(?:[\\/][^\\/\s:*?"<>|]+){2,}[\\/]?/gi,
	/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi,
	/\b0x[\da-f]+\b|\b[\da-f]{8,}\b/gi,
	/[-+]?\d+(?:[.,:]\d+)*/g,
];

/** Replaces quoted values, URLs, paths, ids and numbers of a message by a dot. */
export const normalizeMessage = (message: string): string =>
	varying
		.reduce((text, pattern) => text.replace(pattern, '·'), message.slice(0, 2000))
		.replace(/\s+/g, ' ')
		.trim();
