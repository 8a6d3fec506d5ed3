/**
 * The scripts call `usagectl complete` at each TAB, and only add to the typed text. bash and fish close an open quote after a sole
 * completion. Where more may follow, a second one keeps it open: in bash, which does not list it, the first with a blank, and in fish
 * what may follow.
 */

/** Works with bash 3.2, with and without the bash-completion package. */
const bash = `# bash completion for usagectl: source <(usagectl completion bash)

_usagectl() {
	local row text state
	COMPREPLY=()
	compopt -o nosort 2>/dev/null
	while IFS= read -r row; do
		case $row in
		:file*) compopt -o default +o nospace 2>/dev/null || COMPREPLY+=($(compgen -f -- "$2")) ;;
		:directory*) compopt -o dirnames +o nospace 2>/dev/null || COMPREPLY+=($(compgen -d -- "$2")) ;;
		*)
			state=\${row##*$'\\t'} text=\${row%$'\\t'*}
			COMPREPLY+=("$2\${text##*$'\\t'}")
			;;
		esac
	done < <(usagectl complete --line "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
	case \${#COMPREPLY[@]}$state in
	1open) COMPREPLY+=("$COMPREPLY ") ;;
	1complete) compopt +o nospace 2>/dev/null ;;
	esac
}

complete -o nospace -F _usagectl usagectl
`;

const zsh = `#compdef usagectl
# zsh completion for usagectl: source <(usagectl completion zsh), after compinit

_usagectl() {
	local row
	local -a parts found shown
	for row in "\${(@f)$(usagectl complete --line "\${(j: :)words[1,CURRENT-1]} $compstate[quote]$PREFIX" 2>/dev/null)}"; do
		parts=("\${(@ps:\\t:)row}")
		case $row in
		(:file*) _files ;;
		(:directory*) _files -/ ;;
		(?*)
			[[ $parts[4] = complete ]] && parts[3]+="$compstate[quote] "
			found+=("$PREFIX$parts[3]")
			shown+=("$parts[1]\${parts[2]:+  -- $parts[2]}")
			;;
		esac
	done
	(( $#found )) && compadd -V usagectl -U -Q -S '' -l -d shown -a found
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
	_usagectl "$@"
elif (( $+functions[compdef] )); then
	compdef _usagectl usagectl
else
	print -u2 'usagectl: completion needs compinit; put this line before it in ~/.zshrc: autoload -Uz compinit && compinit'
fi
`;

const fish = `# fish completion for usagectl: usagectl completion fish | source

function __usagectl_complete
	set -l line (commandline -cp | string collect)
	set -l rows (usagectl complete --line "$line" 2>/dev/null)
	if test (count $rows) = 1 && string match -qr '^[^:].*(open|[^ ]\\t)$' -- $rows
		set -l parts (string split \\t -- $rows)
		set -a rows (usagectl complete --line "$line$parts[3]" 2>/dev/null | string match -v ':*')
		test (count $rows) = 1 && set -a rows "$parts[1] "\\t
	end
	for row in $rows
		switch "$row"
			case ':file*'
				# fish itself knows quotes, backslashes, ~ and variables; __fish_complete_path takes them as parts of the name.
				set -l word (commandline -ct)
				complete -C "'' $word"
			case ':directory*'
				__fish_complete_directories (commandline -ct)
			case '*'
				set -l parts (string split \\t -- $row)
				printf '%s\\t%s\\n' $parts[1] $parts[2]
		end
	end
end

# fish makes completions of its own from man pages, when the first word is completed: let it, and remove them.
complete -C 'usagectl ' >/dev/null
complete -c usagectl -e
complete -c usagectl -k -f -a '(__usagectl_complete)'
`;

const powershell = `# PowerShell completion for usagectl: usagectl completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName usagectl -ScriptBlock {
	param($word, $ast, $cursor)
	$line = $ast.ToString()
	if ($cursor -lt $line.Length) { $line = $line.Substring(0, $cursor) } else { $line = $line.PadRight($cursor) }
	usagectl complete --line $line 2>$null | Where-Object { -not $_.StartsWith(':') } | ForEach-Object {
		$text, $summary, $null = $_ -split "\`t"
		$typed = if ($text -match '[\\s''"(),;]') { "'" + $text.Replace("'", "''") + "'" } else { $text }
		[System.Management.Automation.CompletionResult]::new($typed, $text, 'ParameterValue', $(if ($summary) { $summary } else { $text }))
	}
}
`;

export const completionScripts = {bash, zsh, fish, powershell} as const;

export type Shell = keyof typeof completionScripts;
export const shells = Object.keys(completionScripts) as readonly Shell[];
