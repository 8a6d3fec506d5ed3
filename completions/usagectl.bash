# bash completion for usagectl: source <(usagectl completion bash)

_usagectl() {
	local row
	COMPREPLY=()
	while IFS= read -r row; do
		case $row in
		:file*) compopt -o default +o nospace 2>/dev/null || COMPREPLY+=($(compgen -f -- "$2")) ;;
		:directory*) compopt -o dirnames +o nospace 2>/dev/null || COMPREPLY+=($(compgen -d -- "$2")) ;;
		*) COMPREPLY+=("$2${row##*$'\t'}") ;;
		esac
	done < <(usagectl complete --line "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
}

complete -o nospace -F _usagectl usagectl
