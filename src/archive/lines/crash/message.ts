/** What in a message belongs to one crash and not to its fault, most telling first. */
const varying: readonly RegExp[] = [
	/"[^"\n]*"|'[^'\n]*'|«[^»\n]*»|“[^”\n]*”|‘[^’\n]*’|`[^`\n]*`/g,
	/\b[a-z][a-z\d+.-]*:\/\/\S+/gi,
	/(?:\b[a-z]:)?(?:[\\/][^\\/\s:*?"<>|]+){2,}[\\/]?/gi,
	/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi,
	/\b0x[\da-f]+\b|\b[\da-f]{8,}\b/gi,
	/[-+]?\d+(?:[.,:]\d+)*/g,
];

/** A message without quoted values, addresses, paths, ids and numbers. */
export const normalizeMessage = (message: string): string =>
	varying
		.reduce((text, pattern) => text.replace(pattern, '·'), message.slice(0, 2000))
		.replace(/\s+/g, ' ')
		.trim();
