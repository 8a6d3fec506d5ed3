/** `help filters`: the language of `--filter` on one screen. */
export const filters = `Filters: which installations a report looks at

  --filter prodVersion=4.1                    one value
  --filter country=US,DE,null                 any of these, or unknown
  --filter ram=4GB..8GB                       a range, both ends included; ram=8GB.. is open
  --filter 'ram>=8GB and cpuCores>4'          several clauses; several --filter flags join with and
  --filter 'prodVersion=4.*'                  a pattern
  --filter 'prodVersion~^4\\.(1|2)$'           a regular expression, as it is
  --filter 'os.version=Windows 10,Windows 11' blanks need no inner quotes
  --filter 'dateLastSeen>=today-30d'          dates: see usagectl help dates
  --filter 'prodVersion is not null'          only where it is known
  --filter touchScreen=false                  yes and no
  --filter 'licenseStatus(activated and not expired, whitelisted)'
  --filter 'lifetimeEventUsage(Export/PDF + Export/XPS)>=10'
  --filter 'outreachDeliveries(auto/C1 and not auto/C2)'
  --filter @eu.txt                            from a file: a clause a line, # for comments

'or' joins values of one property only: across properties the service cannot, and says so here.
A value that is absent is left out unless null is named. Quotes of both kinds mean the same, '' is a quote in them.

usagectl props                       the properties, with their kinds and units
usagectl filter check EXPR           is it right?       usagectl filter explain EXPR   what does it mean?
usagectl filter compile EXPR         the service's JSON usagectl filter decompile JSON and back
usagectl filter print --shell NAME   quoted for bash, zsh, fish, pwsh or cmd
`;

/** `help segments`. */
export const segments = `Segments: how a report divides what it counts

  --level prodEdition                              report current: one row for each value; up to three levels
  --level 'os.version: each * limit 5'             the five largest
  --level 'prodVersion: each * sort active desc'   the largest first
  --segment-by country                             churn and lost reports: one property
  --segment-by ram --segment 'Small = ..<4GB' --segment 'Big = 4GB..' --segment 'Unknown = null'
  --segment-by 'ram: Small = ..<4GB, Big = 4GB..'  the same in one flag

A label stands first, before its =. Ranges, yes/no and null need one or are named by their text. Both ends of a range
are included: ..<4GB leaves 4GB to the next. Segments may overlap; an installation then counts in each, with a warning.
Values in parentheses are one segment: 'Windows = (Windows 10, Windows 11)'; 'each' makes one of every value.

Events (churn event, events timeline, frequency):
  --event Export/PDF                               a category and a name; null/Start has no category
  --event 'Any export = Export/PDF + Export/~^X'   added up, under a label
`;

/** `help dates`. */
export const dates = `Dates: --from, --to, and dates in filters

  2026-03-15                    a day
  2026-03  2026-Q1  2026-W07  2026   a month, quarter, week, year: --from takes its first day, --to its last
  today  yesterday  today-30d   also -8w, -6mo, -1y; -30d alone is today-30d
  this-month  last-month  last-week  last-quarter  last-year
  oldest                        the oldest day that the service still reports
  NOW  NOW-30                   as the service writes them

Both ends are included. --to is today when it is not given; report current always runs until now.
Months of different length: the day is cut to the last one (2026-03-31 minus 1mo is 2026-02-28).
The day is that of the machine's zone; --tz Europe/Berlin takes another, --today 2026-06-30 fixes it. -v says the range.
A day that does not exist, a range that ends before it begins, and a start before the oldest day are refused
(--clamp moves the start and says so).
`;
