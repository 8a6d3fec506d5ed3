import {properties} from '../../contract/properties.ts';
import {columns} from '../layout.ts';
import {describeKind} from '../property-kinds.ts';

export const filters = `Filters: which installations a report counts

A filter is one or more clauses, PROPERTY OPERATOR VALUE, joined by 'and'.
Several --filter flags are joined by 'and' too. Quote a filter: otherwise the
shell interprets > and *.

  --filter prodVersion=4.10                     one value
  --filter country=US,DE,null                   any of these, or unknown
  --filter 'prodVersion=4.*'                    a pattern
  --filter 'prodVersion~^4\\.(9|10)$'            a regular expression
  --filter 'os.version=Microsoft Windows 10'    spaces need no inner quotes
  --filter ram=4GB..8GB                         a range, both ends included
  --filter 'ram>=8GB and cpuCores>4'            two clauses; 1 GB is 1024 MB
  --filter 'lifetimeRuntimeMinutes>=2h'         units: min, h, d, w
  --filter 'dateLastSeen>=today-30d'            see usagectl help dates
  --filter 'dateInstalled=2026-Q1'              a whole quarter
  --filter touchScreen=false                    a boolean property
  --filter 'prodVersion is not null'            any known value
  --filter '"Product Edition"=Pro,Trial'        friendly names work too

Flags of the license status; in the second line, the comma means 'or':

  --filter 'licenseStatus.activated and not licenseStatus.expired'
  --filter 'licenseStatus(activated and not expired, whitelisted)'

Uses of two events, added up; campaigns received and not received:

  --filter 'lifetimeEventUsage(Export/PDF + Export/Print)>=10'
  --filter 'outreachDeliveries(auto/welcome and not auto/tips-1)'

Inside parentheses a comma means 'or'. 'or' can join only clauses on the same
property: the service cannot combine different properties with 'or'.
Installations without a value are left out unless the filter includes null.
Single and double quotes are equivalent; to write a quote inside quoted text,
double it.

To check and explain a filter, or to convert it to API JSON and back:

  usagectl filter check 'prodVersion=4.* and ram>=8GB'
  usagectl filter convert --to json 'country=US,DE'
  usagectl filter convert --to text '{"ram":{"type":"numberRange","min":8192}}'

A long filter can be kept in a file, one clause per line, with # before a
comment: --filter @eu.txt. A filter that begins with { is API JSON.
For the properties, see usagectl help properties.
`;

const isCustom = (name: string) => /^C\d\d$/.test(name);
const shown = properties.filter(({name}) => !isCustom(name) || name === 'C01');

export const propertiesText = (): string => `Properties: names for filters and segments

Names are case-insensitive. Friendly names work too; quote them if they contain a
space. Filters and segments accept null only for a property marked "or null". country, continent and usState are short for geography.country and so on.

The properties of your product, and the values of one:

  usagectl props list
  usagectl props values os.version

${columns(
	shown.map(property => {
		const [name, words] = isCustom(property.name)
			? ['C01 … C20', 'Custom Property 1 … 20']
			: [property.name, property.friendlyName];
		return [name, `${words}: ${describeKind(property)}${property.nullable ? ', or null' : ''}`] as const;
	}),
)}

To filter by flags, counts of events or campaigns, see the examples in
usagectl help filters.
`;

export const segments = `Segments: how a report breaks down its counts

By one property (report churn retention, report churn events and
report events frequency):

  --segment-by country                              one segment per value
  --segment-by ram --segment 'Small = ..<8GB' --segment 'Big = 8GB..'
  --segment-by 'ram: Small = ..<8GB, Big = 8GB..'   the same, in one flag
  --segment-by 'os.version: Desk = (Microsoft Windows 10, Microsoft Windows 11), Mac = ~macOS'
  --segment-by 'touchScreen: Touch = true, None = false'
  --segment-by 'gpu.vendor: NVIDIA, Unknown = null'

By up to three levels (report current):

  --level prodEdition                               one row per value
  --level 'os.version: each * limit 5'              the five most common values
  --level 'prodVersion: each * sort active desc'    the most common value first
  --level prodEdition --level 'country: US, DE'     editions, each by country

A label comes before its segment: Label = values. Values in parentheses form one
segment; with 'each', every value is its own segment. Ranges include both ends;
..<8GB excludes 8GB. Segments may overlap: an installation then counts in each of
them, and a warning says so.

Events (report events timeline and report events frequency):

  --event Export/PDF                                a category and a name
  --event 'null/Crash dialog'                       a name without a category

Sums and patterns (report events frequency):

  --event 'Any export = Export/PDF + Export/Print'  a sum, with a label
  --event 'Paper = Export/~^P'                      all matching events

report churn event takes any of these texts as its argument, without --event.

To check, explain or convert them:

  usagectl filter check --kind segment 'ram: Small = ..<8GB, Big = 8GB..'
  usagectl filter check --kind level 'os.version: each * limit 5'
  usagectl filter convert --kind event 'Export/PDF + Export/Print'
`;

export const dates = `Dates: --period, --from, --to, and dates in filters

A whole period, from its first day to its last:

  --period last-month                 also last-week, last-quarter, last-year
  --period last-8-weeks               eight whole weeks; also last-30-days, last-12-months
  --period this-month                 until today; also this-week and so on
  --period 2026-03                    a month
  --period 2026-Q1                    a quarter
  --period 2026-W07                   a week (ISO, Monday to Sunday)
  --period 2025                       a year
  --period yesterday                  a day; also today and 2026-03-15

Any other range:

  --from 2026-03-15                   from a day until today
  --from 2026-03-15 --to 2026-04-02   from a day to a day
  --from 2026-W07 --to 2026-W08       from the first day of one period to the
                                      last day of another
  --from 2026-03                      the same as --period 2026-03
  --from today-30d                    also -8w, -6mo, -1y
  --from -30d                         short for today-30d: the day 30 days ago
                                      and today
  --from oldest                       the earliest day a report can start
  --from NOW-30 --to NOW              the notation of the API

For a period, the output begins with its first and last day; CSV, JSON and other
data have the columns rangeStart and rangeEnd instead, unless --fields names the
columns.

Both ends are included. If a month is too short, its last day is used:
2026-03-31 minus 1mo is 2026-02-28.

Today is the current day in the local time zone, or the day of the service if a
sign-in found that its clock is at another day. --tz Europe/Berlin sets another
zone, and --today 2026-06-30 sets the day. -v prints the resolved range. A date
that does not exist is an error, and so is a range that ends before it starts or
starts too early. usagectl doctor shows the earliest allowed day; with --clamp, an
earlier start is moved to that day.

  usagectl report events --period last-month
  usagectl report churn days --from -90d --lost-after 30 --tz Europe/Berlin
  usagectl doctor
`;
