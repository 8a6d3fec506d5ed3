/** Variables of the file: `${NAME}`, from the environment and `--set` alone. `$${NAME}` stays `${NAME}`. */

export type Variables = ReadonlyMap<string, string>;

/** Never expanded: the words of a command are part of a kept answer. */
const credentials: readonly string[] = ['USAGECTL_PASSWORD', 'USAGECTL_SESSION_ID'];

const reference = /\$(\$?)\{([^}]*)\}/g;

/** The text with its variables, and what is wrong with those that have no value. */
export function expand(
	text: string,
	variables: Variables,
): {readonly text: string; readonly faults: readonly string[]} {
	const faults: string[] = [];
	const expanded = text.replace(reference, (whole, isEscaped: string, name: string) => {
		if (isEscaped) return whole.slice(1);
		const value = variables.get(name);
		if (value !== undefined) return value;
		faults.push(
			credentials.includes(name)
				? `\${${name}} is a credential and cannot be used in a question`
				: `\${${name}} is not set: set it in the environment, or with --set ${/^\w+$/.test(name) ? name : 'NAME'}=VALUE`,
		);
		return whole;
	});
	return {text: expanded, faults};
}

/** The names of the variables that a text has. */
export const variablesIn = (text: string): readonly string[] =>
	[...text.matchAll(reference)].flatMap(([, isEscaped, name = '']) => (isEscaped ? [] : [name]));

/** The variables of the environment, and over them those of `--set`. */
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
