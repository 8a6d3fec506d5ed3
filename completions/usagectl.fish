# fish completion for usagectl: usagectl completion fish | source

function __usagectl_children
	switch "$argv[1]"
		case ''
			printf '%s\n' 'login	Sign in, and keep the session' 'logout	End the session, there and here' 'whoami	Who would ask, where, and how old the session is' 'profile	Named sets of address, user and product' 'config	Defaults, and where each came from' 'doctor	Check address, session, files and engine, and say what to do' 'keys	The license key registry' 'props	Properties that filters and segments can use' 'report	Usage, churn and event reports' 'exceptions	Exception reports: tail, download, keep in sync, group' 'events	Custom events: the same for their files' 'filter	The filter language by itself' 'api	Call any operation by hand' 'sandbox	The whole service on this machine, with synthetic data' 'completion	The script that completes words in a shell' 'help	Explain a command or a topic'
		case 'profile'
			printf '%s\n' 'list	Every profile, and the one in use' 'use	Choose the profile that commands run with' 'set	Keep address, user, product and more under a name' 'remove	Forget a profile and its sessions'
		case 'config'
			printf '%s\n' 'list	Every setting that counts, and where it came from' 'get	The value of one setting' 'set	A default for every profile' 'unset	Take a default away' 'path	The file of settings'
		case 'keys'
			printf '%s\n' 'list	The key registry, filtered and sorted, all pages' 'get	The named keys in full' 'set	Change a few keys from flags' 'update	Insert and change keys in bulk from a file' 'diff	What an upload would insert and change, field by field' 'undo	Send back the values that a run replaced' 'runs	Past bulk runs of this machine' 'template	A file to start from'
		case 'props'
			printf '%s\n' 'list	Properties by group, with levels and flags' 'values	The values that a property has' 'oldest	The oldest date a report may start on'
		case 'report'
			printf '%s\n' 'current	New, active and lost installations, in up to three levels of segments' 'churn	Churn and engagement' 'events	Event usage'
		case 'report churn'
			printf '%s\n' 'retention	Churn and engagement of cohorts, by day, week or month' 'days	Lost installations by active days' 'sessions	Lost installations by sessions' 'runtime	Lost installations by runtime' 'events	Event usage of lost installations' 'event	Lost installations by uses of one event'
		case 'report events'
			printf '%s\n' 'table	Usage and custom values of every event' 'timeline	Events over time' 'frequency	How many installations used an event, and how often'
		case 'exceptions'
			printf '%s\n' 'tail	The newest lines, and with --follow those that come' 'files	What can be downloaded' 'download	Fetch files, and unpack them with --unzip' 'sync	Keep a folder complete and up to date' 'top	Lines on this disk by group: how often, for how many, since when' 'query	Ask the lines of a folder in SQL' 'show	One crash: a whole line, and its versions, systems, countries and days'
		case 'events'
			printf '%s\n' 'tail	The newest lines, and with --follow those that come' 'files	What can be downloaded' 'download	Fetch files, and unpack them with --unzip' 'sync	Keep a folder complete and up to date' 'top	Lines on this disk by group: how often, for how many, since when' 'query	Ask the lines of a folder in SQL'
		case 'filter'
			printf '%s\n' 'check	Check an expression and print it in full' 'explain	Say what an expression asks for' 'compile	Print the JSON that an expression becomes' 'decompile	Turn the JSON of the service into an expression' 'print	Print an expression quoted for a shell'
		case 'sandbox'
			printf '%s\n' 'serve	Serve it on loopback until stopped' 'status	Which data it has, and where' 'reset	Forget what was written, and choose the data' 'export	Write its tables into a folder' 'import	Serve rows of your own' 'assumptions	What the specification leaves open, and the switches'
	end
end

function __usagectl_flags
	switch "$argv[1]"
		case ''
			printf '%s\n' '-p	product id; several (1,2 or repeated) give one result with a column product' '--product	product id; several (1,2 or repeated) give one result with a column product' '--profile	named settings to use' '--base-url	address of the service' '--sandbox	run against the embedded service with synthetic data' '-o	table, json, ndjson, csv, tsv or md' '--output	table, json, ndjson, csv, tsv or md' '--out	write there instead of stdout, whole or not at all' '--fields	choose and order columns' '--no-header	leave out the header of csv, tsv and table' '--limit	at most so many rows' '--chart	reports: draw it in the terminal, in place of the rows' '--html	reports: also write one page with charts, rows and the request; it needs nothing else' '--raw	the service\'s body, unchanged' '--delimiter	csv: between cells' '--csv-bom	csv: begin with a byte order mark, for spreadsheets' '--csv-safe	csv: defuse formulas in text' '--dry-run	check everything, send nothing' '--print-request	print the call as json or curl, secrets masked; make none' '-y	do not ask for confirmation' '--yes	do not ask for confirmation' '--no-input	never ask: a needed answer is an error that names the flag' '--fail-on-empty	end with 7 when there are no rows' '--strict	a warning about the request is an error' '--any-code	let codes outside ISO through' '--clamp	move a start before the oldest date to it' '--today	what "today" means' '--tz	time zone of dates such as today' '--timeout	for one call' '--retries	repetitions of a call that failed on the way' '--lock	one run at a time under this name; else end with 9' '--password-stdin	read the password from stdin' '--password-file	read the password from a file' '--password-command	run a command that prints the password' '--cookies	sign in with cookies instead of a session id' '--insecure-http	allow http to other hosts than this one' '--color	auto, always or never' '--progress	auto, always or never' '-q	errors only on stderr' '--quiet	errors only on stderr' '-v	say on stderr what is done' '--verbose	say on stderr what is done' '--debug	say everything on stderr, secrets masked'
		case 'login'
			printf '%s\n' '--user	who signs in'
		case 'logout'
			printf '%s\n' 
		case 'whoami'
			printf '%s\n' '--check	make one cheap call; needs a product'
		case 'profile list'
			printf '%s\n' 
		case 'profile use'
			printf '%s\n' 
		case 'profile set'
			printf '%s\n' '--user	who signs in' '--lost-after	days of inactivity' '--unset	take a value away'
		case 'profile remove'
			printf '%s\n' 
		case 'config list'
			printf '%s\n' '--show-origin	say where each value came from'
		case 'config get'
			printf '%s\n' 
		case 'config set'
			printf '%s\n' 
		case 'config unset'
			printf '%s\n' 
		case 'config path'
			printf '%s\n' 
		case 'doctor'
			printf '%s\n' 
		case 'keys list'
			printf '%s\n' '--filter	which keys: \'licenseType=purchased and overQuotaCount>0\'; repeatable, joined by and; @file' '--filter-file	the same from a file, a clause a line' '--filter-json	the service\'s own filters, or @file' '--sort	addedDate or overQuotaCount, with :asc or :desc behind it' '--skip	keys to skip' '--concurrency	pages requested at the same time'
		case 'keys get'
			printf '%s\n' 
		case 'keys set'
			printf '%s\n' '--type	licenseType' '--quota	installations allowed' '--expires	last day, or none' '--notes	notes; \'\' clears them' '--activated	set the flag activated, or clear it' '--no-activated	set the flag activated, or clear it' '--blacklisted	set the flag blacklisted, or clear it' '--no-blacklisted	set the flag blacklisted, or clear it' '--expired	set the flag expired, or clear it' '--no-expired	set the flag expired, or clear it' '--whitelisted	set the flag whitelisted, or clear it' '--no-whitelisted	set the flag whitelisted, or clear it' '--insert	add keys that are not in the registry'
		case 'keys update'
			printf '%s\n' '--map	read the column "theirs" of the file as ours; repeatable' '--ignore-extra	skip columns that are not known' '--exact-keys	accept keys that look damaged by a spreadsheet (1.23E+15)' '--empty-clears	an empty cell clears the field (notes)' '--skip-invalid	leave out rows with mistakes, send the others' '--no-diff	send every row without comparing it with the registry: fewer requests, but no numbers before and no undo after' '--overwrite	send also keys that somebody edited since the file was written' '--verify	read back every key, also where the service counts all as accepted' '--batch-size	keys in a request' '--concurrency	requests at the same time' '--resume	resume a run that was cut short' '--restart	drop what is left of an earlier run of this file'
		case 'keys diff'
			printf '%s\n' '--map	read the column "theirs" of the file as ours; repeatable' '--ignore-extra	skip columns that are not known' '--exact-keys	accept keys that look damaged by a spreadsheet (1.23E+15)' '--empty-clears	an empty cell clears the field (notes)' '--skip-invalid	leave out rows with mistakes, compare the others' '--all	show also keys that are as the file says' '--concurrency	requests at the same time'
		case 'keys undo'
			printf '%s\n' '--overwrite	also where somebody edited the key after the run' '--concurrency	requests at the same time'
		case 'keys runs'
			printf '%s\n' '--forget-before	remove the ended runs that began before that day (-90d, 2026-03-01); keys undo cannot take them back then'
		case 'keys template'
			printf '%s\n' 
		case 'props list'
			printf '%s\n' 
		case 'props values'
			printf '%s\n' '--match	~regex, pattern with *, or a text that must exist' '--full-list	also what was never collected (os, osLanguage, geography)'
		case 'props oldest'
			printf '%s\n' 
		case 'report current'
			printf '%s\n' '--from	first day: 2026-03-15, 2026-03, -90d, last-month, oldest, …' '--to	refused: this report runs until now' '--compare	refused: there is nothing to compare with' '--status	new, active, lost: which installations to count' '--lost-after	days without contact after which an installation is lost (or lost-after of the profile)' '--lost-date	date of a loss: last-seen, or declared (that plus --lost-after)' '--split	a row for each day, week or month' '--filter	\'country=US,DE and ram>=8GB\', @file, or JSON; several are joined by and' '--filter-file	the same from a file, a clause a line' '--filter-json	the service\'s own globalFilters, or @file' '--level	a level of segments, up to three: \'os.version: each * limit 10 sort active desc\'' '--sort	alpha, new, active or lost, with :desc: for levels that do not say' '--totals	rows for the outer levels or categories too; a column `level` says which'
		case 'report churn retention'
			printf '%s\n' '--from	first day: 2026-03-15, 2026-03, -90d, last-month, oldest, …' '--to	last day, in the same words' '--lost-after	days without contact after which an installation is lost (or lost-after of the profile)' '--split	period of a cohort: day, week or month' '--filter	\'country=US,DE and ram>=8GB\', @file, or JSON; several are joined by and' '--filter-file	the same from a file, a clause a line' '--filter-json	the service\'s own globalFilters, or @file' '--segment-by	prodEdition, or \'ram: Small = ..<4GB, Big = 4GB..\'' '--segment	items of --segment-by: \'Europe = (DE, FR)\', \'each *\', null' '--wide	a row for each cohort, a column for each period with the engaged in percent' '--compare	previous (the range just before), or FROM..TO: value, baseline, delta and percent of every figure'
		case 'report churn days'
			printf '%s\n' '--from	first day: 2026-03-15, 2026-03, -90d, last-month, oldest, …' '--to	last day, in the same words' '--lost-after	days without contact after which an installation is lost (or lost-after of the profile)' '--lost-date	date of a loss: last-seen, or declared (that plus --lost-after)' '--filter	\'country=US,DE and ram>=8GB\', @file, or JSON; several are joined by and' '--filter-file	the same from a file, a clause a line' '--filter-json	the service\'s own globalFilters, or @file' '--compare	previous (the range just before), or FROM..TO: value, baseline, delta and percent of every figure'
		case 'report churn sessions'
			printf '%s\n' '--from	first day: 2026-03-15, 2026-03, -90d, last-month, oldest, …' '--to	last day, in the same words' '--lost-after	days without contact after which an installation is lost (or lost-after of the profile)' '--lost-date	date of a loss: last-seen, or declared (that plus --lost-after)' '--filter	\'country=US,DE and ram>=8GB\', @file, or JSON; several are joined by and' '--filter-file	the same from a file, a clause a line' '--filter-json	the service\'s own globalFilters, or @file' '--compare	previous (the range just before), or FROM..TO: value, baseline, delta and percent of every figure'
		case 'report churn runtime'
			printf '%s\n' '--from	first day: 2026-03-15, 2026-03, -90d, last-month, oldest, …' '--to	last day, in the same words' '--lost-after	days without contact after which an installation is lost (or lost-after of the profile)' '--lost-date	date of a loss: last-seen, or declared (that plus --lost-after)' '--filter	\'country=US,DE and ram>=8GB\', @file, or JSON; several are joined by and' '--filter-file	the same from a file, a clause a line' '--filter-json	the service\'s own globalFilters, or @file' '--compare	previous (the range just before), or FROM..TO: value, baseline, delta and percent of every figure'
		case 'report churn events'
			printf '%s\n' '--from	first day: 2026-03-15, 2026-03, -90d, last-month, oldest, …' '--to	last day, in the same words' '--lost-after	days without contact after which an installation is lost (or lost-after of the profile)' '--lost-date	date of a loss: last-seen, or declared (that plus --lost-after)' '--filter	\'country=US,DE and ram>=8GB\', @file, or JSON; several are joined by and' '--filter-file	the same from a file, a clause a line' '--filter-json	the service\'s own globalFilters, or @file' '--segment-by	prodEdition, or \'ram: Small = ..<4GB, Big = 4GB..\'' '--segment	items of --segment-by: \'Europe = (DE, FR)\', \'each *\', null' '--compare	previous (the range just before), or FROM..TO: value, baseline, delta and percent of every figure' '--sort	alpha or eventCounts, with :desc'
		case 'report churn event'
			printf '%s\n' '--from	first day: 2026-03-15, 2026-03, -90d, last-month, oldest, …' '--to	last day, in the same words' '--lost-after	days without contact after which an installation is lost (or lost-after of the profile)' '--lost-date	date of a loss: last-seen, or declared (that plus --lost-after)' '--filter	\'country=US,DE and ram>=8GB\', @file, or JSON; several are joined by and' '--filter-file	the same from a file, a clause a line' '--filter-json	the service\'s own globalFilters, or @file' '--compare	previous (the range just before), or FROM..TO: value, baseline, delta and percent of every figure'
		case 'report events table'
			printf '%s\n' '--from	first day: 2026-03-15, 2026-03, -90d, last-month, oldest, …' '--to	last day, in the same words' '--totals	rows for the outer levels or categories too; a column `level` says which' '--compare	previous (the range just before), or FROM..TO: value, baseline, delta and percent of every figure'
		case 'report events timeline'
			printf '%s\n' '--from	first day: 2026-03-15, 2026-03, -90d, last-month, oldest, …' '--to	last day, in the same words' '--event	Category/Name; \'null/Name\' without a category' '--events-file	the same from a file, an event a line' '--split	day, week or month' '--view	usage: how often; values: sum of the custom values' '--per	divide by users, sessions, runtime (hours) or usage' '--wide	a row for each event, a column for each date' '--compare	previous (the range just before), or FROM..TO: value, baseline, delta and percent of every figure'
		case 'report events frequency'
			printf '%s\n' '--from	first day: 2026-03-15, 2026-03, -90d, last-month, oldest, …' '--to	last day, in the same words' '--event	Category/Name; \'null/Name\' without a category' '--events-file	the same from a file, an event a line' '--filter	\'country=US,DE and ram>=8GB\', @file, or JSON; several are joined by and' '--filter-file	the same from a file, a clause a line' '--filter-json	the service\'s own globalFilters, or @file' '--segment-by	prodEdition, or \'ram: Small = ..<4GB, Big = 4GB..\'' '--segment	items of --segment-by: \'Europe = (DE, FR)\', \'each *\', null' '--compare	previous (the range just before), or FROM..TO: value, baseline, delta and percent of every figure' '--sort	segments by alpha or eventCounts, with :desc' '--bins	a row for each bin of the histogram of uses instead'
		case 'exceptions tail'
			printf '%s\n' '-n	how many of the newest' '--lines	how many of the newest' '-f	continue with new lines as they arrive' '--follow	continue with new lines as they arrive' '--interval	with --follow: time between two requests, at least 2s'
		case 'exceptions files'
			printf '%s\n' 
		case 'exceptions download'
			printf '%s\n' '--since	files with lines of this day or later' '--until	files with lines of this day or earlier' '--kind	daily, monthly or open; several with commas' '--all	all final files' '-d	target folder (default: the current one)' '--dir	target folder (default: the current one)' '--unzip	unpack the file' '--keep-zip	with --unzip: keep the zip too' '--overwrite	fetch files again that exist, and replace them' '--stdout	one file to stdout; with --unzip its content' '--wait	how long to wait for an open file that is being processed' '--concurrency	files at a time' '--max-size	largest unpacked size of one file, instead of what its listing allows'
		case 'exceptions sync'
			printf '%s\n' '--since	files with lines of this day or later' '--unzip	unpack the file' '--wait	how long to wait for an open file that is being processed' '--concurrency	files at a time' '--max-size	largest unpacked size of one file, instead of what its listing allows' '--no-lines	only the zips, without the table of their lines'
		case 'exceptions top'
			printf '%s\n' '--since	count lines of this day or later' '--until	count lines of this day or earlier' '--version	only these; * matches any text, as in 5.*' '--os	only these, as the lines name them; * matches any text' '--country	only these countries' '--where	a condition in SQL over the columns, such as "ram::INT > 4096"' '--rejects	write rows that could not be read to this file' '--mark	only groups that are new, gone or back' '--fail-on	exit with 7 when a group is new, gone or back'
		case 'exceptions query'
			printf '%s\n' 
		case 'exceptions show'
			printf '%s\n' '--since	count lines of this day or later' '--until	count lines of this day or earlier' '--version	only these; * matches any text, as in 5.*' '--os	only these, as the lines name them; * matches any text' '--country	only these countries' '--where	a condition in SQL over the columns, such as "ram::INT > 4096"' '--rejects	write rows that could not be read to this file'
		case 'events tail'
			printf '%s\n' '-n	how many of the newest' '--lines	how many of the newest' '-f	continue with new lines as they arrive' '--follow	continue with new lines as they arrive' '--interval	with --follow: time between two requests, at least 2s'
		case 'events files'
			printf '%s\n' 
		case 'events download'
			printf '%s\n' '--since	files with lines of this day or later' '--until	files with lines of this day or earlier' '--kind	daily, monthly or open; several with commas' '--all	all final files' '-d	target folder (default: the current one)' '--dir	target folder (default: the current one)' '--unzip	unpack the file' '--keep-zip	with --unzip: keep the zip too' '--overwrite	fetch files again that exist, and replace them' '--stdout	one file to stdout; with --unzip its content' '--wait	how long to wait for an open file that is being processed' '--concurrency	files at a time' '--max-size	largest unpacked size of one file, instead of what its listing allows'
		case 'events sync'
			printf '%s\n' '--since	files with lines of this day or later' '--unzip	unpack the file' '--wait	how long to wait for an open file that is being processed' '--concurrency	files at a time' '--max-size	largest unpacked size of one file, instead of what its listing allows' '--no-lines	only the zips, without the table of their lines'
		case 'events top'
			printf '%s\n' '--since	count lines of this day or later' '--until	count lines of this day or earlier' '--version	only these; * matches any text, as in 5.*' '--os	only these, as the lines name them; * matches any text' '--country	only these countries' '--where	a condition in SQL over the columns, such as "ram::INT > 4096"' '--rejects	write rows that could not be read to this file' '--mark	only groups that are new, gone or back' '--fail-on	exit with 7 when a group is new, gone or back'
		case 'events query'
			printf '%s\n' 
		case 'filter check'
			printf '%s\n' '--kind	filter, segment, level, event or key' '--report	the report it is for: \'current\', \'churn retention\', … or its path' '--status	statuses that the report asks for: levels can only be sorted by these' '--split	the date split of the report: with one there is one level only'
		case 'filter explain'
			printf '%s\n' '--kind	filter, segment, level, event or key' '--report	the report it is for: \'current\', \'churn retention\', … or its path' '--status	statuses that the report asks for: levels can only be sorted by these' '--split	the date split of the report: with one there is one level only'
		case 'filter compile'
			printf '%s\n' '--kind	filter, segment, level, event or key' '--report	the report it is for: \'current\', \'churn retention\', … or its path' '--status	statuses that the report asks for: levels can only be sorted by these' '--split	the date split of the report: with one there is one level only' '--batch	one JSON object a line in, one a line out'
		case 'filter decompile'
			printf '%s\n' '--kind	filter, segment, level, event or key' '--report	the report it is for: \'current\', \'churn retention\', … or its path' '--status	statuses that the report asks for: levels can only be sorted by these' '--split	the date split of the report: with one there is one level only'
		case 'filter print'
			printf '%s\n' '--kind	filter, segment, level, event or key' '--report	the report it is for: \'current\', \'churn retention\', … or its path' '--status	statuses that the report asks for: levels can only be sorted by these' '--split	the date split of the report: with one there is one level only' '--shell	bash, zsh, fish, pwsh, cmd'
		case 'api'
			printf '%s\n' '-F	a member of the request: numbers, true, null, JSON and @file are read as such' '--field	a member of the request: numbers, true, null, JSON and @file are read as such' '-f	the same, always as text' '--raw-field	the same, always as text' '--input	the request as JSON; - is stdin' '--get	ask by GET, with the request in the address' '--url-param	a parameter of the address: resultFormat, hcType' '--include	print the status and the headers too' '--paginate	all pages as one document' '--list	every operation' '--describe	what the operation takes and gives'
		case 'sandbox serve'
			printf '%s\n' '--seed	Another seed gives other data of the same kind' '--size	Installations of the first product: 2k or 2000' '--now	The day that is today in the sandbox' '--port	Port to listen on; 0 takes any that is free' '--assume	Take an open question of the specification otherwise (see `sandbox assumptions`)' '--faults	What goes wrong, and when' '--bulk-file	One more exception file of about that size, such as 6GB'
		case 'sandbox status'
			printf '%s\n' 
		case 'sandbox reset'
			printf '%s\n' '--seed	Another seed gives other data of the same kind' '--size	Installations of the first product: 2k or 2000' '--now	The day that is today in the sandbox'
		case 'sandbox export'
			printf '%s\n' '--format	Parquet, or CSV'
		case 'sandbox import'
			printf '%s\n' '--now	The day that is today in the sandbox'
		case 'sandbox assumptions'
			printf '%s\n' 
		case 'completion'
			printf '%s\n' 
		case 'help'
			printf '%s\n' '--json	the whole tree of commands and flags as one JSON object'
	end
end

function __usagectl_choices
	switch "$argv[1]"
		case '-o'
			printf '%s\n' 'table' 'json' 'ndjson' 'csv' 'tsv' 'md'
		case '--output'
			printf '%s\n' 'table' 'json' 'ndjson' 'csv' 'tsv' 'md'
		case '--print-request'
			printf '%s\n' 'json' 'curl'
		case '--color'
			printf '%s\n' 'auto' 'always' 'never'
		case '--progress'
			printf '%s\n' 'auto' 'always' 'never'
		case 'keys list --sort'
			printf '%s\n' 'addedDate' 'overQuotaCount'
		case 'keys update --empty-clears'
			printf '%s\n' 'notes'
		case 'keys diff --empty-clears'
			printf '%s\n' 'notes'
		case 'report current --status'
			printf '%s\n' 'new' 'active' 'lost'
		case 'report current --lost-date'
			printf '%s\n' 'last-seen' 'declared'
		case 'report current --split'
			printf '%s\n' 'day' 'week' 'month'
		case 'report current --sort'
			printf '%s\n' 'alpha' 'new' 'active' 'lost'
		case 'report churn retention --split'
			printf '%s\n' 'day' 'week' 'month'
		case 'report churn days --lost-date'
			printf '%s\n' 'last-seen' 'declared'
		case 'report churn sessions --lost-date'
			printf '%s\n' 'last-seen' 'declared'
		case 'report churn runtime --lost-date'
			printf '%s\n' 'last-seen' 'declared'
		case 'report churn events --lost-date'
			printf '%s\n' 'last-seen' 'declared'
		case 'report churn events --sort'
			printf '%s\n' 'alpha' 'eventCounts'
		case 'report churn event --lost-date'
			printf '%s\n' 'last-seen' 'declared'
		case 'report events timeline --split'
			printf '%s\n' 'day' 'week' 'month'
		case 'report events timeline --view'
			printf '%s\n' 'usage' 'values'
		case 'report events timeline --per'
			printf '%s\n' 'users' 'sessions' 'runtime' 'usage'
		case 'report events frequency --sort'
			printf '%s\n' 'alpha' 'eventCounts'
		case 'exceptions download --kind'
			printf '%s\n' 'monthly' 'daily' 'open'
		case 'exceptions top --mark'
			printf '%s\n' 'new' 'gone' 'back'
		case 'exceptions top --fail-on'
			printf '%s\n' 'new' 'gone' 'back'
		case 'events download --kind'
			printf '%s\n' 'monthly' 'daily' 'open'
		case 'events top --mark'
			printf '%s\n' 'new' 'gone' 'back'
		case 'events top --fail-on'
			printf '%s\n' 'new' 'gone' 'back'
		case 'filter check --kind'
			printf '%s\n' 'filter' 'segment' 'level' 'event' 'key'
		case 'filter check --report'
			printf '%s\n' 'current' 'churn retention' 'churn days' 'churn sessions' 'churn runtime' 'churn events' 'churn event' 'events table' 'events timeline' 'events frequency'
		case 'filter check --split'
			printf '%s\n' 'day' 'week' 'month'
		case 'filter explain --kind'
			printf '%s\n' 'filter' 'segment' 'level' 'event' 'key'
		case 'filter explain --report'
			printf '%s\n' 'current' 'churn retention' 'churn days' 'churn sessions' 'churn runtime' 'churn events' 'churn event' 'events table' 'events timeline' 'events frequency'
		case 'filter explain --split'
			printf '%s\n' 'day' 'week' 'month'
		case 'filter compile --kind'
			printf '%s\n' 'filter' 'segment' 'level' 'event' 'key'
		case 'filter compile --report'
			printf '%s\n' 'current' 'churn retention' 'churn days' 'churn sessions' 'churn runtime' 'churn events' 'churn event' 'events table' 'events timeline' 'events frequency'
		case 'filter compile --split'
			printf '%s\n' 'day' 'week' 'month'
		case 'filter decompile --kind'
			printf '%s\n' 'filter' 'segment' 'level' 'event' 'key'
		case 'filter decompile --report'
			printf '%s\n' 'current' 'churn retention' 'churn days' 'churn sessions' 'churn runtime' 'churn events' 'churn event' 'events table' 'events timeline' 'events frequency'
		case 'filter decompile --split'
			printf '%s\n' 'day' 'week' 'month'
		case 'filter print --kind'
			printf '%s\n' 'filter' 'segment' 'level' 'event' 'key'
		case 'filter print --report'
			printf '%s\n' 'current' 'churn retention' 'churn days' 'churn sessions' 'churn runtime' 'churn events' 'churn event' 'events table' 'events timeline' 'events frequency'
		case 'filter print --split'
			printf '%s\n' 'day' 'week' 'month'
		case 'filter print --shell'
			printf '%s\n' 'bash' 'zsh' 'fish' 'pwsh' 'cmd'
		case 'sandbox export --format'
			printf '%s\n' 'parquet' 'csv'
	end
end

set -g __usagectl_takes_value -p --product --profile --base-url -o --output --out --fields --limit --html --delimiter --print-request --today --tz --timeout --retries --lock --password-file --password-command --color --progress --user --lost-after --unset --filter --filter-file --filter-json --sort --skip --concurrency --type --quota --expires --notes --map --empty-clears --batch-size --resume --forget-before --match --from --to --compare --status --lost-date --split --level --segment-by --segment --event --events-file --view --per -n --lines --interval --since --until --kind -d --dir --wait --max-size --version --os --country --where --rejects --mark --fail-on --report --shell -F --field -f --raw-field --input --url-param --seed --size --now --port --assume --faults --bulk-file --format

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
				printf '%s\n' $found
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
		else if __usagectl_children "$path" | string match -q -- $word\t'*'
			set path (string join ' ' $path $word)
		end
	end
	set -l prev $words[-1]
	if contains -- $prev $__usagectl_takes_value
		set -l choices (__usagectl_choices "$path $prev")
		test (count $choices) -gt 0; or set choices (__usagectl_choices "$prev")
		if test (count $choices) -gt 0
			printf '%s\n' $choices
		else
			__usagectl_ask
		end
	else if string match -q -- '-*' $cur
		__usagectl_flags "$path"
		__usagectl_flags ''
	else
		set -l children (__usagectl_children "$path")
		if test (count $children) -gt 0
			printf '%s\n' $children
		else
			__usagectl_ask
		end
	end
end

complete -c usagectl -e
complete -c usagectl -f -a '(__usagectl_complete)'
