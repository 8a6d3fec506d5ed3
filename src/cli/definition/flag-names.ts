import type {Flag} from './flag.ts';

type Spelled = Pick<Flag, 'flags' | 'form'>;

export const longName = ({flags}: Pick<Flag, 'flags'>): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

/** Lists every way to type a flag: `-p` and `--product`; `--activated` and `--no-activated`. */
export function spellingsOf({flags, form}: Spelled): readonly string[] {
	const names = [...flags.matchAll(/(?:^|\s)(--?[\w-]+)/g)].map(([, name = '']) => name);
	return form === 'either' ? [...names, ...names.map(name => name.replace(/^--/, '--no-'))] : names;
}

export const takesValue = ({form}: Pick<Flag, 'form'>): boolean => form === 'value' || form === 'repeated';
