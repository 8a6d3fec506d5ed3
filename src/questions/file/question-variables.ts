/** Variables of the file: `${NAME}` is replaced by a value of `--set` or of USAGECTL_VAR_NAME, `$${NAME}` by `${NAME}`. */

export type Variables = ReadonlyMap<string, string>;

const prefix = 'USAGECTL_VAR_';
const reference = /\$(\$?)\{([^}]*)\}/g;

function describeMissing(name: string): string {
	if (name.startsWith(prefix)) return `\${${name}}: write \${${name.slice(prefix.length)}} for the variable ${name}`;
	if (name.startsWith('USAGECTL_'))
		return `\${${name}} is a setting or credential of usagectl and cannot be used in a question`;
	const shown = /^\w+$/.test(name) ? name : 'NAME';
	return `\${${name}} is not set: use --set ${shown}=VALUE, or set ${prefix}${shown} in the environment`;
}

export function expand(
	text: string,
	variables: Variables,
): {readonly text: string; readonly errors: readonly string[]} {
	const errors: string[] = [];
	const expanded = text.replace(reference, (whole, isEscaped: string, name: string) => {
		if (isEscaped) return whole.slice(1);
		const value = name.startsWith('USAGECTL_') ? undefined : variables.get(name);
		if (value !== undefined) return value;
		errors.push(describeMissing(name));
		return whole;
	});
	return {text: expanded, errors};
}

export const variablesIn = (text: string): readonly string[] =>
	[...text.matchAll(reference)].flatMap(([, isEscaped, name = '']) => (isEscaped ? [] : [name]));

/**
 * Returns the variables of a file. Nothing else of the environment can be used: the file may be written by somebody else, who could
 * send it in a request or keep it in a result.
 */
export const createVariables = (
	env: Readonly<Record<string, string | undefined>>,
	set: readonly (readonly [string, string])[],
): Variables =>
	new Map([
		...Object.entries(env).flatMap(([name, value]) =>
			value !== undefined && name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
		),
		...set,
	]);
