/** Replaces texts in JSON in place, so that whitespace, numbers, the order of members and duplicate members are preserved. */

export type JsonText = {
	readonly text: string;
	/** Names of the enclosing members, the nearest last. */
	readonly path: readonly string[];
	readonly isName: boolean;
};

export type MapTexts = {
	readonly text: (place: JsonText) => string;
	/** Receives the digits as written. */
	readonly number: (digits: string, path: readonly string[]) => string;
};

const token = /[ \t\r\n]+|[{}[\],:]|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/sy;
const colon = /[ \t\r\n]*:/y;

const isNameBefore = (json: string, end: number) => {
	colon.lastIndex = end;
	return colon.test(json);
};

function createWriter({text, number}: MapTexts) {
	const outer: (string | undefined)[] = [];
	let name: string | undefined;
	const path = () => [...outer, name].filter(each => each !== undefined);
	const writeText = (word: string, isName: boolean) => {
		const own = JSON.parse(word) as string;
		if (isName) name = undefined;
		const written = JSON.stringify(text({text: own, path: path(), isName}));
		if (isName) name = own;
		return written;
	};
	return (word: string, isName: boolean): string => {
		if (word.startsWith('"')) return writeText(word, isName);
		if (word === '{' || word === '[') outer.push(name);
		if (word === '}' || word === ']') name = outer.pop();
		return /^[-\d]/.test(word) ? number(word, path()) : word;
	};
}

/** Returns undefined for text that does not consist of JSON tokens. */
export function mapTexts(json: string, map: MapTexts): string | undefined {
	const write = createWriter(map);
	let out = '';
	token.lastIndex = 0;
	for (let at = 0; at < json.length; at = token.lastIndex) {
		const word = token.exec(json)?.[0];
		if (word === undefined) return undefined;
		try {
			out += write(word, word.startsWith('"') && isNameBefore(json, token.lastIndex));
		} catch (error) {
			// A control character, or an escape that JSON does not have.
			if (error instanceof SyntaxError) return undefined;
			throw error;
		}
	}
	return out;
}
