const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Escapes text for HTML, for use between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, found => entities[found] as string);

/**
 * A label for the chart library, which keeps the widths of labels in a plain object: a label such as `__proto__` would be taken
 * for what every object inherits, and change it. A mark without width in front makes it another name (docs/faults.md J5).
 */
export const chartName = (text: string): string => (text in {} ? `\u2060${text}` : text);
