import type {DescribedTree} from '../describe-tree.ts';
import {childWords, choiceWords, flagWords, valueFlags, type Word} from './static-words.ts';

/** \`word:summary\` for \`_describe\`, quoted for zsh. */
const entry = ({text, summary}: Word) => `'${`${text.replaceAll(':', '\\:')}:${summary}`.replaceAll("'", "'\\''")}'`;
const cases = (rows: ReadonlyMap<string, string>) =>
	[...rows].map(([key, value]) => `\t('${key}') reply=(${value}) ;;`).join('\n');
const mapped = <T>(rows: ReadonlyMap<string, T>, text: (value: T) => string) =>
	new Map([...rows].map(([key, value]) => [key, text(value)]));
const entries = (words: readonly Word[]) => words.map(entry).join(' ');

export const zshScript = (tree: DescribedTree): string => `#compdef usagectl
# zsh completion for usagectl: source <(usagectl completion zsh), after compinit

_usagectl_children() {
	case $1 in
${cases(mapped(childWords(tree), entries))}
	(*) reply=() ;;
	esac
}

_usagectl_flags() {
	case $1 in
${cases(mapped(flagWords(tree), entries))}
	(*) reply=() ;;
	esac
}

_usagectl_choices() {
	case $1 in
${cases(mapped(choiceWords(tree), words => words.join(' ')))}
	(*) reply=() ;;
	esac
}

_usagectl_takes_value=(${valueFlags(tree).join(' ')})

# What the program knows: names, values, and what may follow in an expression.
_usagectl_ask() {
	local line text
	local -a found
	# zsh takes the open quote off what it hands over, so the words go one by one.
	found=("\${(@f)$(usagectl complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
	# The first line is the word as the program reads it.
	for line in $found[2,-1]; do
		text=\${line%%$'\\t'*}
		case $text in
		(:file) _files ;;
		(:directory) _files -/ ;;
		(?*) compadd -U -S '' -- "$text" ;;
		esac
	done
}

_usagectl() {
	local path_= word at prev=$words[CURRENT-1] cur=$words[CURRENT]
	local -a reply own
	for ((at = 2; at < CURRENT; at++)); do
		word=$words[at]
		if [[ $word == -* ]]; then
			(( $_usagectl_takes_value[(Ie)$word] )) && ((at++))
		else
			_usagectl_children "$path_"
			[[ -n \${reply[(r)$word:*]} ]] && path_=\${path_:+$path_ }$word
		fi
	done
	if [[ $prev == -* ]] && (( $_usagectl_takes_value[(Ie)$prev] )); then
		_usagectl_choices "$path_ $prev"
		(( $#reply )) || _usagectl_choices "$prev"
		if (( $#reply )); then compadd -a reply; else _usagectl_ask; fi
		return
	fi
	if [[ $cur == -* ]]; then
		_usagectl_flags "$path_"
		own=($reply)
		_usagectl_flags ''
		own+=($reply)
		_describe -o flag own
		return
	fi
	_usagectl_children "$path_"
	if (( $#reply )); then _describe command reply; else _usagectl_ask; fi
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _usagectl "$@"; else compdef _usagectl usagectl; fi
`;
