# bash completion for usagectl: source <(usagectl completion bash)

_usagectl() {
	local row text state
	COMPREPLY=()
	compopt -o nosort 2>/dev/null
	while IFS= read -r row; do
		case $row in
		:file*) compopt -o default +o nospace 2>/dev/null || COMPREPLY+=($(compgen -f -- "$2")) ;;
		:directory*) compopt -o dirnames +o nospace 2>/dev/null || COMPREPLY+=($(compgen -d -- "$2")) ;;
		*)
			state=${row##*$'\t'} text=${row%$'\t'*}
			COMPREPLY+=("$2${text##*$'\t'}")
			;;
		esac
	done < <(usagectl complete --line "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
	case ${#COMPREPLY[@]}$state in
	1open) COMPREPLY+=("$COMPREPLY ") ;;
	1complete) compopt +o nospace 2>/dev/null ;;
	esac
}

complete -o nospace -F _usagectl usagectl
