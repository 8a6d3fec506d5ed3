/** Variables of the file: `${NAME}` is replaced by a value of the environment or of `--set`, `$${NAME}` by `${NAME}`. */

export type Variables = ReadonlyMap<string, string>;

/** Never replaced, because saved results contain the words of the command line. */
const credentials: readonly string[] = ['USAGECTL_PASSWORD', 'USAGECTL_SESSION_ID'];

const reference = /\$(\$?)\{([^}]*)\}/g;

/** Replaces the variables of a text. Returns errors for those without a value. */
export function expand(
	text: string,
	variables: Variables,
): {readonly text: string; readonly errors: readonly string[]} {
	const errors: string[] = [];
	const expanded = text.replace(reference, (whole, isEscaped: string, name: string) => {
		if (isEscaped) return whole.slice(1);
		const value = variables.get(name);
		if (value !== undefined) return value;
		errors.push(
			credentials.includes(name)
				? `\${${name}} is a credential and cannot be used in a question`
				: `\${${name}} is not set: set it in the environment, or with --set ${/^\w+$/.test(name) ? name : 'NAME'}=VALUE`,
		);
		return whole;
	});
	return {text: expanded, errors};
}

export const variablesIn = (text: string): readonly string[] =>
	[...text.matchAll(reference)].flatMap(([, isEscaped, name = '']) => (isEscaped ? [] : [name]));

/** Returns the variables of the environment, overridden by those of `--set`. */
export const createVariables = (
	env: Readonly<Record<string, string | undefined>>,
	set: readonly (readonly [string, string])[],
): Variables =>
	new Map([
		...Object.entries(env).flatMap(([name, value]) =>
			value === undefined || credentials.includes(name) ? [] : [[name, value] as const],
		),
		...set,
	]);
