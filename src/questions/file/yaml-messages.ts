/** The errors of the YAML parser in the words of someone who writes a question file; the first that fits is used. */
const messages: readonly {readonly code: string; readonly pattern?: RegExp; readonly message: string}[] = [
	{code: 'DUPLICATE_KEY', message: 'duplicate key'},
	{code: 'NON_STRING_KEY', message: 'a key must be text'},
	{code: 'MULTIPLE_DOCS', message: 'the file may contain only one document'},
	{code: 'TAB_AS_INDENT', message: 'a tab cannot indent a line: use spaces'},
	{code: 'BAD_INDENT', pattern: /end with/, message: 'a bracket is never closed'},
	{code: 'BAD_INDENT', pattern: /sequence/i, message: 'the items of a list must begin in the same column'},
	{
		code: 'BAD_INDENT',
		pattern: /map/i,
		message: 'this line is not indented like the lines that it belongs to',
	},
	{code: 'BAD_INDENT', message: 'this line is indented too little'},
	{
		code: 'BLOCK_AS_IMPLICIT_KEY',
		pattern: /sequence/,
		message: 'the items of a list must begin in the same column',
	},
	{
		code: 'BLOCK_AS_IMPLICIT_KEY',
		message: "a second ': ' in this value: put the value in quotes, or indent the next line less",
	},
	{code: 'MULTILINE_IMPLICIT_KEY', message: "a ':' and a space are missing after the key"},
	{code: 'MISSING_CHAR', pattern: /closing/, message: 'this quote is never closed'},
	{code: 'MISSING_CHAR', pattern: /map keys/, message: "a ':' is missing after the key"},
	{code: 'MISSING_CHAR', pattern: /Sequence item/, message: "a '-' is missing before the item of a list"},
	{code: 'MISSING_CHAR', pattern: /space after :/, message: "a space is missing after ':'"},
	{code: 'MISSING_CHAR', pattern: /Comments/, message: "a space is missing before '#'"},
	{code: 'MISSING_CHAR', pattern: /Missing ,/, message: "a ',' is missing between two items"},
	{code: 'BAD_SCALAR_START', message: 'a value cannot begin with this character: put it in quotes'},
	{code: 'BAD_DQ_ESCAPE', message: "a '\\' begins an escape in double quotes: use single quotes"},
	{code: 'BLOCK_IN_FLOW', message: "a ',' is missing between two items in brackets"},
	{code: 'TAG_RESOLVE_FAILED', message: "tags such as '!name' are not supported: put the value in quotes"},
	{code: 'BAD_ALIAS', message: "a value that begins with '&' or '*' must be in quotes"},
	{code: 'UNEXPECTED_TOKEN', message: 'unexpected text: check quotes, brackets and indentation'},
];

/** Returns the parser's own message if there is no better one. */
export const explainYamlError = (code: string, message: string): string =>
	messages.find(each => each.code === code && (each.pattern?.test(message) ?? true))?.message ??
	message.replace(/\s+/g, ' ');
