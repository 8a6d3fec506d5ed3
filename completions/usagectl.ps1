# PowerShell completion for usagectl: usagectl completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName usagectl -ScriptBlock {
	param($word, $ast, $cursor)
	$line = $ast.ToString()
	if ($cursor -lt $line.Length) { $line = $line.Substring(0, $cursor) } else { $line = $line.PadRight($cursor) }
	usagectl complete --line $line 2>$null | Where-Object { -not $_.StartsWith(':') } | ForEach-Object {
		$text, $summary, $null = $_ -split "`t"
		$typed = if ($text -match '[\s''"(),;]') { "'" + $text.Replace("'", "''") + "'" } else { $text }
		[System.Management.Automation.CompletionResult]::new($typed, $text, 'ParameterValue', $(if ($summary) { $summary } else { $text }))
	}
}
