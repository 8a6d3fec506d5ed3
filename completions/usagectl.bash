# bash completion for usagectl: source <(usagectl completion bash)

_usagectl_children() {
	case $1 in
	'') REPLY='login logout whoami profile config doctor keys props report exceptions events filter api sandbox completion help' ;;
	'profile') REPLY='list use set remove' ;;
	'config') REPLY='list get set unset path' ;;
	'keys') REPLY='list get set update diff undo runs template' ;;
	'props') REPLY='list values oldest' ;;
	'report') REPLY='current churn events' ;;
	'report churn') REPLY='retention days sessions runtime events event' ;;
	'report events') REPLY='table timeline frequency' ;;
	'exceptions') REPLY='tail files download sync top query show' ;;
	'events') REPLY='tail files download sync top query' ;;
	'filter') REPLY='check explain compile decompile print' ;;
	'sandbox') REPLY='serve status reset export import assumptions' ;;
	*) REPLY= ;;
	esac
}

_usagectl_flags() {
	case $1 in
	'') REPLY='-p --product --profile --base-url --sandbox -o --output --out --fields --no-header --limit --chart --html --raw --delimiter --csv-bom --csv-safe --dry-run --print-request -y --yes --no-input --fail-on-empty --strict --any-code --clamp --today --tz --timeout --retries --lock --password-stdin --password-file --password-command --cookies --insecure-http --color --progress -q --quiet -v --verbose --debug' ;;
	'login') REPLY='--user' ;;
	'logout') REPLY='' ;;
	'whoami') REPLY='--check' ;;
	'profile list') REPLY='' ;;
	'profile use') REPLY='' ;;
	'profile set') REPLY='--user --lost-after --unset' ;;
	'profile remove') REPLY='' ;;
	'config list') REPLY='--show-origin' ;;
	'config get') REPLY='' ;;
	'config set') REPLY='' ;;
	'config unset') REPLY='' ;;
	'config path') REPLY='' ;;
	'doctor') REPLY='' ;;
	'keys list') REPLY='--filter --filter-file --filter-json --sort --skip --concurrency' ;;
	'keys get') REPLY='' ;;
	'keys set') REPLY='--type --quota --expires --notes --activated --no-activated --blacklisted --no-blacklisted --expired --no-expired --whitelisted --no-whitelisted --insert' ;;
	'keys update') REPLY='--map --ignore-extra --exact-keys --empty-clears --skip-invalid --no-diff --overwrite --verify --batch-size --concurrency --resume --restart' ;;
	'keys diff') REPLY='--map --ignore-extra --exact-keys --empty-clears --skip-invalid --all --concurrency' ;;
	'keys undo') REPLY='--overwrite --concurrency' ;;
	'keys runs') REPLY='--forget-before' ;;
	'keys template') REPLY='' ;;
	'props list') REPLY='' ;;
	'props values') REPLY='--match --full-list' ;;
	'props oldest') REPLY='' ;;
	'report current') REPLY='--from --to --compare --status --lost-after --lost-date --split --filter --filter-file --filter-json --level --sort --totals' ;;
	'report churn retention') REPLY='--from --to --lost-after --split --filter --filter-file --filter-json --segment-by --segment --wide --compare' ;;
	'report churn days') REPLY='--from --to --lost-after --lost-date --filter --filter-file --filter-json --compare' ;;
	'report churn sessions') REPLY='--from --to --lost-after --lost-date --filter --filter-file --filter-json --compare' ;;
	'report churn runtime') REPLY='--from --to --lost-after --lost-date --filter --filter-file --filter-json --compare' ;;
	'report churn events') REPLY='--from --to --lost-after --lost-date --filter --filter-file --filter-json --segment-by --segment --compare --sort' ;;
	'report churn event') REPLY='--from --to --lost-after --lost-date --filter --filter-file --filter-json --compare' ;;
	'report events table') REPLY='--from --to --totals --compare' ;;
	'report events timeline') REPLY='--from --to --event --events-file --split --view --per --wide --compare' ;;
	'report events frequency') REPLY='--from --to --event --events-file --filter --filter-file --filter-json --segment-by --segment --compare --sort --bins' ;;
	'exceptions tail') REPLY='-n --lines -f --follow --interval' ;;
	'exceptions files') REPLY='' ;;
	'exceptions download') REPLY='--since --until --kind --all -d --dir --unzip --keep-zip --overwrite --stdout --wait --concurrency --max-size' ;;
	'exceptions sync') REPLY='--since --unzip --wait --concurrency --max-size --no-lines' ;;
	'exceptions top') REPLY='--since --until --version --os --country --where --rejects --mark --fail-on' ;;
	'exceptions query') REPLY='' ;;
	'exceptions show') REPLY='--since --until --version --os --country --where --rejects' ;;
	'events tail') REPLY='-n --lines -f --follow --interval' ;;
	'events files') REPLY='' ;;
	'events download') REPLY='--since --until --kind --all -d --dir --unzip --keep-zip --overwrite --stdout --wait --concurrency --max-size' ;;
	'events sync') REPLY='--since --unzip --wait --concurrency --max-size --no-lines' ;;
	'events top') REPLY='--since --until --version --os --country --where --rejects --mark --fail-on' ;;
	'events query') REPLY='' ;;
	'filter check') REPLY='--kind --report --status --split' ;;
	'filter explain') REPLY='--kind --report --status --split' ;;
	'filter compile') REPLY='--kind --report --status --split --batch' ;;
	'filter decompile') REPLY='--kind --report --status --split' ;;
	'filter print') REPLY='--kind --report --status --split --shell' ;;
	'api') REPLY='-F --field -f --raw-field --input --get --url-param --include --paginate --list --describe' ;;
	'sandbox serve') REPLY='--seed --size --now --port --assume --faults --bulk-file' ;;
	'sandbox status') REPLY='' ;;
	'sandbox reset') REPLY='--seed --size --now' ;;
	'sandbox export') REPLY='--format' ;;
	'sandbox import') REPLY='--now' ;;
	'sandbox assumptions') REPLY='' ;;
	'completion') REPLY='' ;;
	'help') REPLY='--json' ;;
	*) REPLY= ;;
	esac
}

_usagectl_choices() {
	case $1 in
	'-o') REPLY='table json ndjson csv tsv md' ;;
	'--output') REPLY='table json ndjson csv tsv md' ;;
	'--print-request') REPLY='json curl' ;;
	'--color') REPLY='auto always never' ;;
	'--progress') REPLY='auto always never' ;;
	'keys list --sort') REPLY='addedDate overQuotaCount' ;;
	'keys update --empty-clears') REPLY='notes' ;;
	'keys diff --empty-clears') REPLY='notes' ;;
	'report current --status') REPLY='new active lost' ;;
	'report current --lost-date') REPLY='last-seen declared' ;;
	'report current --split') REPLY='day week month' ;;
	'report current --sort') REPLY='alpha new active lost' ;;
	'report churn retention --split') REPLY='day week month' ;;
	'report churn days --lost-date') REPLY='last-seen declared' ;;
	'report churn sessions --lost-date') REPLY='last-seen declared' ;;
	'report churn runtime --lost-date') REPLY='last-seen declared' ;;
	'report churn events --lost-date') REPLY='last-seen declared' ;;
	'report churn events --sort') REPLY='alpha eventCounts' ;;
	'report churn event --lost-date') REPLY='last-seen declared' ;;
	'report events timeline --split') REPLY='day week month' ;;
	'report events timeline --view') REPLY='usage values' ;;
	'report events timeline --per') REPLY='users sessions runtime usage' ;;
	'report events frequency --sort') REPLY='alpha eventCounts' ;;
	'exceptions download --kind') REPLY='monthly daily open' ;;
	'exceptions top --mark') REPLY='new gone back' ;;
	'exceptions top --fail-on') REPLY='new gone back' ;;
	'events download --kind') REPLY='monthly daily open' ;;
	'events top --mark') REPLY='new gone back' ;;
	'events top --fail-on') REPLY='new gone back' ;;
	'filter check --kind') REPLY='filter segment level event key' ;;
	'filter check --report') REPLY='current churn retention churn days churn sessions churn runtime churn events churn event events table events timeline events frequency' ;;
	'filter check --split') REPLY='day week month' ;;
	'filter explain --kind') REPLY='filter segment level event key' ;;
	'filter explain --report') REPLY='current churn retention churn days churn sessions churn runtime churn events churn event events table events timeline events frequency' ;;
	'filter explain --split') REPLY='day week month' ;;
	'filter compile --kind') REPLY='filter segment level event key' ;;
	'filter compile --report') REPLY='current churn retention churn days churn sessions churn runtime churn events churn event events table events timeline events frequency' ;;
	'filter compile --split') REPLY='day week month' ;;
	'filter decompile --kind') REPLY='filter segment level event key' ;;
	'filter decompile --report') REPLY='current churn retention churn days churn sessions churn runtime churn events churn event events table events timeline events frequency' ;;
	'filter decompile --split') REPLY='day week month' ;;
	'filter print --kind') REPLY='filter segment level event key' ;;
	'filter print --report') REPLY='current churn retention churn days churn sessions churn runtime churn events churn event events table events timeline events frequency' ;;
	'filter print --split') REPLY='day week month' ;;
	'filter print --shell') REPLY='bash zsh fish pwsh cmd' ;;
	'sandbox export --format') REPLY='parquet csv' ;;
	*) REPLY= ;;
	esac
}

_usagectl_takes_value=' -p --product --profile --base-url -o --output --out --fields --limit --html --delimiter --print-request --today --tz --timeout --retries --lock --password-file --password-command --color --progress --user --lost-after --unset --filter --filter-file --filter-json --sort --skip --concurrency --type --quota --expires --notes --map --empty-clears --batch-size --resume --forget-before --match --from --to --compare --status --lost-date --split --level --segment-by --segment --event --events-file --view --per -n --lines --interval --since --until --kind -d --dir --wait --max-size --version --os --country --where --rejects --mark --fail-on --report --shell -F --field -f --raw-field --input --url-param --seed --size --now --port --assume --faults --bulk-file --format '

# What the program knows: names, values, and what may follow in an expression.
_usagectl_ask() {
	local cur=$1 line=${COMP_LINE:0:COMP_POINT} text typed first=1
	while IFS=$'\t' read -r text _; do
		# The first line is the word as the program reads it; bash may hold only its end.
		if ((first)); then typed=$text first=0; continue; fi
		case $text in
		:file) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$cur")); continue ;;
		:directory) compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -d -- "$cur")); continue ;;
		esac
		local bare=${cur#[\"\']}
		text=${text:${#typed}-${#bare}}
		if [[ $cur == [\"\']* ]]; then COMPREPLY+=("$text"); else COMPREPLY+=("$(printf %q "$text")"); fi
		compopt -o nospace 2>/dev/null
	done < <(usagectl complete --line "$line" 2>/dev/null)
}

_usagectl() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} path= word at REPLY
	COMPREPLY=()
	[[ $cur == '=' ]] && cur=
	[[ $prev == '=' ]] && prev=${COMP_WORDS[COMP_CWORD - 2]}
	[[ ${COMP_WORDS[COMP_CWORD]} == '=' ]] && prev=${COMP_WORDS[COMP_CWORD - 1]}
	for ((at = 1; at < COMP_CWORD; at++)); do
		word=${COMP_WORDS[at]}
		case $word in
		-*) [[ $_usagectl_takes_value == *" $word "* ]] && ((at++)) ;;
		*)
			_usagectl_children "$path"
			[[ " $REPLY " == *" $word "* ]] && path=${path:+$path }$word
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
