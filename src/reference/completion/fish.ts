import type {DescribedTree} from '../describe-tree.ts';
import {childWords, choiceWords, flagWords, valueFlags, type Word} from './static-words.ts';

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
/** Lines \`word TAB summary\`, one argument each. */
const lines = (words: readonly Word[]) => words.map(({text, summary}) => quoted(`${text}\t${summary}`)).join(' ');
const cases = (rows: ReadonlyMap<string, string>) =>
	[...rows].map(([key, value]) => `\t\tcase ${quoted(key)}\n\t\t\tprintf '%s\\n' ${value}`).join('\n');
const mapped = <T>(rows: ReadonlyMap<string, T>, text: (value: T) => string) =>
	new Map([...rows].map(([key, value]) => [key, text(value)]));

export const fishScript = (
	tree: DescribedTree,
): string => `# fish completion for usagectl: usagectl completion fish | source

function __usagectl_children
	switch "$argv[1]"
${cases(mapped(childWords(tree), lines))}
	end
end

function __usagectl_flags
	switch "$argv[1]"
${cases(mapped(flagWords(tree), lines))}
	end
end

function __usagectl_choices
	switch "$argv[1]"
${cases(mapped(choiceWords(tree), words => words.map(quoted).join(' ')))}
	end
end

set -g __usagectl_takes_value ${valueFlags(tree).join(' ')}

# What the program knows: names, values, and what may follow in an expression.
function __usagectl_ask
	set -l line (commandline -cp | string collect)
	for found in (usagectl complete --line "$line" 2>/dev/null)[2..-1]
		switch "$found"
			case ':file*'
				__fish_complete_path (commandline -ct)
			case ':directory*'
				__fish_complete_directories (commandline -ct)
			case '*'
				printf '%s\\n' $found
		end
	end
end

function __usagectl_complete
	set -l words (commandline -opc)
	set -l cur (commandline -ct)
	set -l path
	set -l skip 0
	for word in $words[2..-1]
		if test $skip = 1
			set skip 0
		else if string match -q -- '-*' $word
			contains -- $word $__usagectl_takes_value; and set skip 1
		else if __usagectl_children "$path" | string match -q -- $word\\t'*'
			set path (string join ' ' $path $word)
		end
	end
	set -l prev $words[-1]
	if contains -- $prev $__usagectl_takes_value
		set -l choices (__usagectl_choices "$path $prev")
		test (count $choices) -gt 0; or set choices (__usagectl_choices "$prev")
		if test (count $choices) -gt 0
			printf '%s\\n' $choices
		else
			__usagectl_ask
		end
	else if string match -q -- '-*' $cur
		__usagectl_flags "$path"
		__usagectl_flags ''
	else
		set -l children (__usagectl_children "$path")
		if test (count $children) -gt 0
			printf '%s\\n' $children
		else
			__usagectl_ask
		end
	end
end

complete -c usagectl -e
complete -c usagectl -f -a '(__usagectl_complete)'
`;
