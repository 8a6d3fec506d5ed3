# fish completion for usagectl: usagectl completion fish | source

function __usagectl_complete
	set -l line (commandline -cp | string collect)
	set -l rows (usagectl complete --line "$line" 2>/dev/null)
	if test (count $rows) = 1 && string match -qr '^[^:].*(open|[^ ]\t)$' -- $rows
		set -l parts (string split \t -- $rows)
		set -a rows (usagectl complete --line "$line$parts[3]" 2>/dev/null | string match -v ':*')
		test (count $rows) = 1 && set -a rows "$parts[1] "\t
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
				set -l parts (string split \t -- $row)
				printf '%s\t%s\n' $parts[1] $parts[2]
		end
	end
end

# fish makes completions of its own from man pages, when the first word is completed: let it, and remove them.
complete -C 'usagectl ' >/dev/null
complete -c usagectl -e
complete -c usagectl -k -f -a '(__usagectl_complete)'
