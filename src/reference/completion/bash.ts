import type {DescribedTree} from '../describe-tree.ts';
import {childWords, choiceWords, flagWords, valueFlags, type Word} from './static-words.ts';

const texts = (words: readonly Word[]) => words.map(({text}) => text).join(' ');
const cases = (rows: ReadonlyMap<string, string>) =>
	[...rows].map(([key, value]) => `\t'${key}') REPLY='${value}' ;;`).join('\n');
const mapped = <T>(rows: ReadonlyMap<string, T>, text: (value: T) => string) =>
	new Map([...rows].map(([key, value]) => [key, text(value)]));

/** Works with bash 3.2, without the bash-completion package. */
export const bashScript = (
	tree: DescribedTree,
): string => `# bash completion for usagectl: source <(usagectl completion bash)

_usagectl_children() {
	case $1 in
${cases(mapped(childWords(tree), texts))}
	*) REPLY= ;;
	esac
}

_usagectl_flags() {
	case $1 in
${cases(mapped(flagWords(tree), texts))}
	*) REPLY= ;;
	esac
}

_usagectl_choices() {
	case $1 in
${cases(mapped(choiceWords(tree), words => words.join(' ')))}
	*) REPLY= ;;
	esac
}

_usagectl_takes_value=' ${valueFlags(tree).join(' ')} '

# What the program knows: names, values, and what may follow in an expression.
_usagectl_ask() {
	local cur=$1 line=\${COMP_LINE:0:COMP_POINT} text typed first=1
	while IFS=$'\\t' read -r text _; do
		# The first line is the word as the program reads it; bash may hold only its end.
		if ((first)); then typed=$text first=0; continue; fi
		case $text in
		:file) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$cur")); continue ;;
		:directory) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -d -- "$cur")); continue ;;
		esac
		local bare=\${cur#[\\"\\']}
		text=\${text:\${#typed}-\${#bare}}
		if [[ $cur == [\\"\\']* ]]; then COMPREPLY+=("$text"); else COMPREPLY+=("$(printf %q "$text")"); fi
		compopt -o nospace 2>/dev/null
	done < <(usagectl complete --line "$line" 2>/dev/null)
}

_usagectl() {
	local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} path= word at REPLY
	COMPREPLY=()
	[[ $cur == '=' ]] && cur=
	[[ $prev == '=' ]] && prev=\${COMP_WORDS[COMP_CWORD - 2]}
	[[ \${COMP_WORDS[COMP_CWORD]} == '=' ]] && prev=\${COMP_WORDS[COMP_CWORD - 1]}
	for ((at = 1; at < COMP_CWORD; at++)); do
		word=\${COMP_WORDS[at]}
		case $word in
		-*) [[ $_usagectl_takes_value == *" $word "* ]] && ((at++)) ;;
		*)
			_usagectl_children "$path"
			[[ " $REPLY " == *" $word "* ]] && path=\${path:+$path }$word
			;;
		esac
	done
	if [[ $prev == -* && $_usagectl_takes_value == *" $prev "* ]]; then
		_usagectl_choices "$path $prev"
		[[ $REPLY ]] || _usagectl_choices "$prev"
		if [[ $REPLY ]]; then COMPREPLY=($(compgen -W "$REPLY" -- "$cur")); else _usagectl_ask "$cur"; fi
		return
	fi
	if [[ $cur == -* ]]; then
		_usagectl_flags "$path"
		local own=$REPLY
		_usagectl_flags ''
		COMPREPLY=($(compgen -W "$own $REPLY" -- "$cur"))
		return
	fi
	_usagectl_children "$path"
	if [[ $REPLY ]]; then COMPREPLY=($(compgen -W "$REPLY" -- "$cur")); else _usagectl_ask "$cur"; fi
}

complete -F _usagectl usagectl
`;
