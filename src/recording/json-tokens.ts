/** The texts of JSON in place, so that blanks, numbers, the order of members and members that come twice stay as they are. */

/** A text, and where it stands. */
export type Place = {
	readonly text: string;
	/** The names of the members around it, the nearest last. */
	readonly path: readonly string[];
	/** It is the name of a member. */
	readonly isName: boolean;
};

const token =
	/[ \t\r\n]+|[{}[\],:]|"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const colon = /[ \t\r\n]*:/y;

/**
 * JSON with other texts and numbers; undefined for a text that is not made of JSON's tokens. `number` gets the digits as they
 * are written.
 */
export function mapTexts(
	json: string,
	{
		text,
		number,
	}: {readonly text: (place: Place) => string; readonly number: (digits: string, path: readonly string[]) => string},
): string | undefined {
	let out = '';
	let name: string | undefined;
	const outer: (string | undefined)[] = [];
	const path = () => [...outer, name].filter(each => each !== undefined);
	token.lastIndex = 0;
	for (let at = 0; at < json.length; at = token.lastIndex) {
		const word = token.exec(json)?.[0];
		if (word === undefined) return undefined;
		const first = word[0] as string;
		if (first === '{' || first === '[') outer.push(name);
		if (first === '}' || first === ']') name = outer.pop();
		if (first === '"') {
			colon.lastIndex = token.lastIndex;
			const isName = colon.test(json);
			const own = JSON.parse(word) as string;
			if (isName) name = undefined;
			out += JSON.stringify(text({text: own, path: path(), isName}));
			if (isName) name = own;
		} else out += /[-\d]/.test(first) ? number(word, path()) : word;
	}
	return out;
}
