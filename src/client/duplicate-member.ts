const strings = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** True when the outermost object of a JSON text has a member twice, which JSON.parse does not tell. */
export function hasTwice(text: string, member: string): boolean {
	const name = `"${member}"`;
	// Forward both times: the search from the end is a character at a time.
	if (text.indexOf(name, text.indexOf(name) + 1) === -1) return false;
	const bare = text.replace(strings, found => (found === name ? found : '""'));
	const depthOf = {'{': 1, '[': 1, '}': -1, ']': -1} as const;
	let depth = 0;
	let seen = 0;
	for (const [token, key] of bare.matchAll(/[{[\]}]|("[^"]+")(?=\s*:)/g)) {
		if (key !== undefined && depth === 1) seen += 1;
		depth += depthOf[token as keyof typeof depthOf] ?? 0;
	}
	return seen > 1;
}
