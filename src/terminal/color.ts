export type When = 'auto' | 'always' | 'never';

/** Checks the flag, then NO_COLOR, FORCE_COLOR, TERM=dumb, then whether the stream is a terminal. */
export function wantsColor(
	when: When,
	{env, isTTY}: {readonly env: Readonly<Record<string, string | undefined>>; readonly isTTY: boolean},
): boolean {
	if (when !== 'auto') return when === 'always';
	if (env.NO_COLOR) return false;
	if (env.FORCE_COLOR) return !['0', 'false'].includes(env.FORCE_COLOR);
	return isTTY && env.TERM !== 'dumb';
}
