const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Escapes for use between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, found => entities[found] as string);

/**
 * Guards a label for the chart library, which caches widths in a plain object, where a label such as `__proto__` would change
 * what every object inherits. A zero-width prefix makes it another name (test/faults.md J5).
 */
export const chartName = (text: string): string => (text in {} ? `\u2060${text}` : text);
