import type {DescribedTree} from '../describe-tree.ts';
import {childWords, choiceWords, flagWords, valueFlags, type Word} from './static-words.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const list = (texts: readonly string[]) => `@(${texts.map(quoted).join(', ')})`;
const table = <T>(rows: ReadonlyMap<string, T>, text: (value: T) => readonly string[]) =>
	[...rows].map(([key, value]) => `\t${quoted(key)} = ${list(text(value))}`).join('\n');
const texts = (words: readonly Word[]) => words.map(({text}) => text);

export const powershellScript = (
	tree: DescribedTree,
): string => `# PowerShell completion for usagectl: usagectl completion powershell | Out-String | Invoke-Expression

$script:UsagectlChildren = @{
${table(childWords(tree), texts)}
}
$script:UsagectlFlags = @{
${table(flagWords(tree), texts)}
}
$script:UsagectlChoices = @{
${table(choiceWords(tree), words => words)}
}
$script:UsagectlTakesValue = ${list(valueFlags(tree))}

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
		$known = usagectl complete --line $line 2>$null | Select-Object -Skip 1 | ForEach-Object { ($_ -split "\`t")[0] } | Where-Object { -not $_.StartsWith(':') }
	}
	$known | Where-Object { $_ -and $_.StartsWith($word.Trim("'", '"')) } | ForEach-Object {
		$text = if ($_ -match '[\\s''"(),;]') { "'" + $_.Replace("'", "''") + "'" } else { $_ }
		[System.Management.Automation.CompletionResult]::new($text, $_, 'ParameterValue', $_)
	}
}
`;
