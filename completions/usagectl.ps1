# PowerShell completion for usagectl: usagectl completion powershell | Out-String | Invoke-Expression

$script:UsagectlChildren = @{
	'' = @('login', 'logout', 'whoami', 'profile', 'config', 'doctor', 'keys', 'props', 'report', 'exceptions', 'events', 'filter', 'api', 'sandbox', 'completion', 'help')
	'profile' = @('list', 'use', 'set', 'remove')
	'config' = @('list', 'get', 'set', 'unset', 'path')
	'keys' = @('list', 'get', 'set', 'update', 'diff', 'undo', 'runs', 'template')
	'props' = @('list', 'values', 'oldest')
	'report' = @('current', 'churn', 'events')
	'report churn' = @('retention', 'days', 'sessions', 'runtime', 'events', 'event')
	'report events' = @('table', 'timeline', 'frequency')
	'exceptions' = @('tail', 'files', 'download', 'sync', 'top', 'query', 'show')
	'events' = @('tail', 'files', 'download', 'sync', 'top', 'query')
	'filter' = @('check', 'explain', 'compile', 'decompile', 'print')
	'sandbox' = @('serve', 'status', 'reset', 'export', 'import', 'assumptions')
}
$script:UsagectlFlags = @{
	'' = @('-p', '--product', '--profile', '--base-url', '--sandbox', '-o', '--output', '--out', '--fields', '--no-header', '--limit', '--chart', '--html', '--raw', '--delimiter', '--csv-bom', '--csv-safe', '--dry-run', '--print-request', '-y', '--yes', '--no-input', '--fail-on-empty', '--strict', '--any-code', '--clamp', '--today', '--tz', '--timeout', '--retries', '--lock', '--password-stdin', '--password-file', '--password-command', '--cookies', '--insecure-http', '--color', '--progress', '-q', '--quiet', '-v', '--verbose', '--debug')
	'login' = @('--user')
	'logout' = @()
	'whoami' = @('--check')
	'profile list' = @()
	'profile use' = @()
	'profile set' = @('--user', '--lost-after', '--unset')
	'profile remove' = @()
	'config list' = @('--show-origin')
	'config get' = @()
	'config set' = @()
	'config unset' = @()
	'config path' = @()
	'doctor' = @()
	'keys list' = @('--filter', '--filter-file', '--filter-json', '--sort', '--skip', '--concurrency')
	'keys get' = @()
	'keys set' = @('--type', '--quota', '--expires', '--notes', '--activated', '--no-activated', '--blacklisted', '--no-blacklisted', '--expired', '--no-expired', '--whitelisted', '--no-whitelisted', '--insert')
	'keys update' = @('--map', '--ignore-extra', '--exact-keys', '--empty-clears', '--skip-invalid', '--no-diff', '--overwrite', '--verify', '--batch-size', '--concurrency', '--resume', '--restart')
	'keys diff' = @('--map', '--ignore-extra', '--exact-keys', '--empty-clears', '--skip-invalid', '--all', '--concurrency')
	'keys undo' = @('--overwrite', '--concurrency')
	'keys runs' = @('--forget-before')
	'keys template' = @()
	'props list' = @()
	'props values' = @('--match', '--full-list')
	'props oldest' = @()
	'report current' = @('--from', '--to', '--compare', '--status', '--lost-after', '--lost-date', '--split', '--filter', '--filter-file', '--filter-json', '--level', '--sort', '--totals')
	'report churn retention' = @('--from', '--to', '--lost-after', '--split', '--filter', '--filter-file', '--filter-json', '--segment-by', '--segment', '--wide', '--compare')
	'report churn days' = @('--from', '--to', '--lost-after', '--lost-date', '--filter', '--filter-file', '--filter-json', '--compare')
	'report churn sessions' = @('--from', '--to', '--lost-after', '--lost-date', '--filter', '--filter-file', '--filter-json', '--compare')
	'report churn runtime' = @('--from', '--to', '--lost-after', '--lost-date', '--filter', '--filter-file', '--filter-json', '--compare')
	'report churn events' = @('--from', '--to', '--lost-after', '--lost-date', '--filter', '--filter-file', '--filter-json', '--segment-by', '--segment', '--compare', '--sort')
	'report churn event' = @('--from', '--to', '--lost-after', '--lost-date', '--filter', '--filter-file', '--filter-json', '--compare')
	'report events table' = @('--from', '--to', '--totals', '--compare')
	'report events timeline' = @('--from', '--to', '--event', '--events-file', '--split', '--view', '--per', '--wide', '--compare')
	'report events frequency' = @('--from', '--to', '--event', '--events-file', '--filter', '--filter-file', '--filter-json', '--segment-by', '--segment', '--compare', '--sort', '--bins')
	'exceptions tail' = @('-n', '--lines', '-f', '--follow', '--interval')
	'exceptions files' = @()
	'exceptions download' = @('--since', '--until', '--kind', '--all', '-d', '--dir', '--unzip', '--keep-zip', '--overwrite', '--stdout', '--wait', '--concurrency', '--max-size')
	'exceptions sync' = @('--since', '--unzip', '--wait', '--concurrency', '--max-size', '--no-lines')
	'exceptions top' = @('--since', '--until', '--version', '--os', '--country', '--where', '--rejects', '--mark', '--fail-on')
	'exceptions query' = @()
	'exceptions show' = @('--since', '--until', '--version', '--os', '--country', '--where', '--rejects')
	'events tail' = @('-n', '--lines', '-f', '--follow', '--interval')
	'events files' = @()
	'events download' = @('--since', '--until', '--kind', '--all', '-d', '--dir', '--unzip', '--keep-zip', '--overwrite', '--stdout', '--wait', '--concurrency', '--max-size')
	'events sync' = @('--since', '--unzip', '--wait', '--concurrency', '--max-size', '--no-lines')
	'events top' = @('--since', '--until', '--version', '--os', '--country', '--where', '--rejects', '--mark', '--fail-on')
	'events query' = @()
	'filter check' = @('--kind', '--report', '--status', '--split')
	'filter explain' = @('--kind', '--report', '--status', '--split')
	'filter compile' = @('--kind', '--report', '--status', '--split', '--batch')
	'filter decompile' = @('--kind', '--report', '--status', '--split')
	'filter print' = @('--kind', '--report', '--status', '--split', '--shell')
	'api' = @('-F', '--field', '-f', '--raw-field', '--input', '--get', '--url-param', '--include', '--paginate', '--list', '--describe')
	'sandbox serve' = @('--seed', '--size', '--now', '--port', '--assume', '--faults', '--bulk-file')
	'sandbox status' = @()
	'sandbox reset' = @('--seed', '--size', '--now')
	'sandbox export' = @('--format')
	'sandbox import' = @('--now')
	'sandbox assumptions' = @()
	'completion' = @()
	'help' = @('--json')
}
$script:UsagectlChoices = @{
	'-o' = @('table', 'json', 'ndjson', 'csv', 'tsv', 'md')
	'--output' = @('table', 'json', 'ndjson', 'csv', 'tsv', 'md')
	'--print-request' = @('json', 'curl')
	'--color' = @('auto', 'always', 'never')
	'--progress' = @('auto', 'always', 'never')
	'keys list --sort' = @('addedDate', 'overQuotaCount')
	'keys update --empty-clears' = @('notes')
	'keys diff --empty-clears' = @('notes')
	'report current --status' = @('new', 'active', 'lost')
	'report current --lost-date' = @('last-seen', 'declared')
	'report current --split' = @('day', 'week', 'month')
	'report current --sort' = @('alpha', 'new', 'active', 'lost')
	'report churn retention --split' = @('day', 'week', 'month')
	'report churn days --lost-date' = @('last-seen', 'declared')
	'report churn sessions --lost-date' = @('last-seen', 'declared')
	'report churn runtime --lost-date' = @('last-seen', 'declared')
	'report churn events --lost-date' = @('last-seen', 'declared')
	'report churn events --sort' = @('alpha', 'eventCounts')
	'report churn event --lost-date' = @('last-seen', 'declared')
	'report events timeline --split' = @('day', 'week', 'month')
	'report events timeline --view' = @('usage', 'values')
	'report events timeline --per' = @('users', 'sessions', 'runtime', 'usage')
	'report events frequency --sort' = @('alpha', 'eventCounts')
	'exceptions download --kind' = @('monthly', 'daily', 'open')
	'exceptions top --mark' = @('new', 'gone', 'back')
	'exceptions top --fail-on' = @('new', 'gone', 'back')
	'events download --kind' = @('monthly', 'daily', 'open')
	'events top --mark' = @('new', 'gone', 'back')
	'events top --fail-on' = @('new', 'gone', 'back')
	'filter check --kind' = @('filter', 'segment', 'level', 'event', 'key')
	'filter check --report' = @('current', 'churn retention', 'churn days', 'churn sessions', 'churn runtime', 'churn events', 'churn event', 'events table', 'events timeline', 'events frequency')
	'filter check --split' = @('day', 'week', 'month')
	'filter explain --kind' = @('filter', 'segment', 'level', 'event', 'key')
	'filter explain --report' = @('current', 'churn retention', 'churn days', 'churn sessions', 'churn runtime', 'churn events', 'churn event', 'events table', 'events timeline', 'events frequency')
	'filter explain --split' = @('day', 'week', 'month')
	'filter compile --kind' = @('filter', 'segment', 'level', 'event', 'key')
	'filter compile --report' = @('current', 'churn retention', 'churn days', 'churn sessions', 'churn runtime', 'churn events', 'churn event', 'events table', 'events timeline', 'events frequency')
	'filter compile --split' = @('day', 'week', 'month')
	'filter decompile --kind' = @('filter', 'segment', 'level', 'event', 'key')
	'filter decompile --report' = @('current', 'churn retention', 'churn days', 'churn sessions', 'churn runtime', 'churn events', 'churn event', 'events table', 'events timeline', 'events frequency')
	'filter decompile --split' = @('day', 'week', 'month')
	'filter print --kind' = @('filter', 'segment', 'level', 'event', 'key')
	'filter print --report' = @('current', 'churn retention', 'churn days', 'churn sessions', 'churn runtime', 'churn events', 'churn event', 'events table', 'events timeline', 'events frequency')
	'filter print --split' = @('day', 'week', 'month')
	'filter print --shell' = @('bash', 'zsh', 'fish', 'pwsh', 'cmd')
	'sandbox export --format' = @('parquet', 'csv')
}
$script:UsagectlTakesValue = @('-p', '--product', '--profile', '--base-url', '-o', '--output', '--out', '--fields', '--limit', '--html', '--delimiter', '--print-request', '--today', '--tz', '--timeout', '--retries', '--lock', '--password-file', '--password-command', '--color', '--progress', '--user', '--lost-after', '--unset', '--filter', '--filter-file', '--filter-json', '--sort', '--skip', '--concurrency', '--type', '--quota', '--expires', '--notes', '--map', '--empty-clears', '--batch-size', '--resume', '--forget-before', '--match', '--from', '--to', '--compare', '--status', '--lost-date', '--split', '--level', '--segment-by', '--segment', '--event', '--events-file', '--view', '--per', '-n', '--lines', '--interval', '--since', '--until', '--kind', '-d', '--dir', '--wait', '--max-size', '--version', '--os', '--country', '--where', '--rejects', '--mark', '--fail-on', '--report', '--shell', '-F', '--field', '-f', '--raw-field', '--input', '--url-param', '--seed', '--size', '--now', '--port', '--assume', '--faults', '--bulk-file', '--format')

Register-ArgumentCompleter -Native -CommandName usagectl -ScriptBlock {
	param($word, $ast, $cursor)
	$line = $ast.ToString()
	if ($cursor -lt $line.Length) { $line = $line.Substring(0, $cursor) } else { $line = $line.PadRight($cursor) }
	$before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
	$path = ''
	for ($at = 0; $at -lt $before.Count; $at++) {
		if ($before[$at].StartsWith('-')) {
			if ($script:UsagectlTakesValue -ccontains $before[$at]) { $at++ }
		} elseif ($script:UsagectlChildren[$path] -ccontains $before[$at]) {
			$path = if ($path) { "$path $($before[$at])" } else { $before[$at] }
		}
	}
	$previous = if ($before.Count) { $before[-1] } else { '' }
	$known = $null
	if ($previous -and $script:UsagectlTakesValue -ccontains $previous) {
		$known = $script:UsagectlChoices["$path $previous"]
		if (-not $known) { $known = $script:UsagectlChoices[$previous] }
	} elseif ($word.StartsWith('-')) {
		$known = @($script:UsagectlFlags[$path]) + $script:UsagectlFlags['']
	} else {
		$known = $script:UsagectlChildren[$path]
	}
	if (-not $known) {
		$known = usagectl complete --line $line 2>$null | Select-Object -Skip 1 | ForEach-Object { ($_ -split "`t")[0] } | Where-Object { -not $_.StartsWith(':') }
	}
	$known | Where-Object { $_ -and $_.StartsWith($word.Trim("'", '"')) } | ForEach-Object {
		$text = if ($_ -match '[\s''"(),;]') { "'" + $_.Replace("'", "''") + "'" } else { $_ }
		[System.Management.Automation.CompletionResult]::new($text, $_, 'ParameterValue', $_)
	}
}
