import {properties} from '../../contract/properties.ts';
import {columns} from '../layout.ts';
import {describeKind} from '../property-kinds.ts';

/** `help filters`: the language of `--filter` on one screen. */
export const filters = `Filters: which installations a report looks at

A filter is one or more clauses, PROPERTY OPERATOR VALUE, joined by 'and'; several
--filter flags are joined too. Quote it: a shell would take > and * for itself.

  --filter prodVersion=4.10                     one value
  --filter country=US,DE,null                   any of these, or not known
  --filter 'prodVersion=4.*'                    a pattern
  --filter 'prodVersion~^4\\.(9|10)$'            a regular expression
  --filter 'os.version=Microsoft Windows 10'    blanks need no quotes
  --filter ram=4GB..8GB                         a range, both ends included
  --filter 'ram>=8GB and cpuCores>4'            two clauses; 1 GB is 1024 MB
  --filter 'lifetimeRuntimeMinutes>=2h'         minutes, also as min, h, d, w
  --filter 'dateLastSeen>=today-30d'            dates: usagectl help dates
  --filter 'dateInstalled=2026-Q1'              a whole quarter
  --filter touchScreen=false                    yes and no
  --filter 'prodVersion is not null'            only where it is known
  --filter 'licenseStatus.activated and not licenseStatus.expired'
  --filter 'licenseStatus(activated and not expired, whitelisted)'
  --filter 'lifetimeEventUsage(Export/PDF + Export/Print)>=10'
  --filter 'outreachDeliveries(auto/welcome and not auto/tips-1)'
  --filter '"Product Edition"=Pro,Trial'        names in words are taken as well

In brackets a comma is 'or'. Between clauses 'or' joins values of one property
only: across properties the service cannot, and the answer says so. A value that
is absent is left out unless null is named. Both kinds of quotes mean the same;
'' is a quote within them.

Is it right, what does it mean, what is sent, and back; for another shell:

  usagectl filter check 'prodVersion=4.* and ram>=8GB'
  usagectl filter explain 'country=US,null'
  usagectl filter compile 'country=US,DE'
  usagectl filter decompile '{"ram":{"type":"numberRange","min":8192}}'
  usagectl filter print --shell pwsh "prodEdition='Pro Plus'"

Long ones live in a file, a clause a line, # before a comment: --filter @eu.txt
or --filter-file eu.txt. The service's own JSON: --filter-json. The properties:
usagectl help properties.
`;

const isCustom = (name: string) => /^C\d\d$/.test(name);
const shown = properties.filter(({name}) => !isCustom(name) || name === 'C01');

/** `help properties`. */
export const propertiesText = (): string => `Properties: what filters and segments can name

Any case will do, and the name in words, quoted where it holds a blank. country,
continent and usState are short for geography.country and so on. What a product
really has: usagectl props; the values of one: usagectl props values os.version

${columns(
	shown.map(property => {
		const [name, words] = isCustom(property.name)
			? ['C01 … C20', 'Custom Property 1 … 20']
			: [property.name, property.friendlyName];
		return [name, `${words}: ${describeKind(property)}${property.nullable ? ', or null' : ''}`] as const;
	}),
)}
`;

/** `help segments`. */
export const segments = `Segments: how a report divides what it counts

One property divides the churn, lost and frequency reports:

  --segment-by country                           one segment for each value
  --segment-by ram --segment 'Small = ..<8GB' --segment 'Big = 8GB..'
  --segment-by 'ram: Small = ..<8GB, Big = 8GB..'  the same in one flag
  --segment-by 'os.version: Desk = (Microsoft Windows 10, Microsoft Windows 11), Mac = ~macOS'
  --segment-by 'touchScreen: Touch = true, None = false'
  --segment-by 'gpu.vendor: NVIDIA, Unknown = null'

Up to three levels divide report current:

  --level prodEdition                            one row for each value
  --level 'os.version: each * limit 5'           the five largest
  --level 'prodVersion: each * sort active desc'  the largest first
  --level prodEdition --level 'country: US, DE'  editions, each by country

A label stands first, before its =. Values in brackets are one segment; 'each'
makes one of every value. Both ends of a range are included: ..<8GB leaves 8GB to
the next. Segments may overlap: an installation then counts in each, and a warning
says so.

Events (report events timeline and frequency; report churn event takes the same):

  --event Export/PDF                             a category and a name
  --event 'null/Crash dialog'                    a name without a category
  --event 'Any export = Export/PDF + Export/Print'  added up, under a label
  --event 'Paper = Export/~^P'                   every event whose name fits

  usagectl filter check --kind segment 'ram: Small = ..<8GB, Big = 8GB..'
  usagectl filter explain --kind level 'os.version: each * limit 5'
  usagectl filter compile --kind event 'Export/PDF + Export/Print'
`;

/** `help dates`. */
export const dates = `Dates: --from, --to, and dates in filters

  --from 2026-03-15                 a day
  --from 2026-03 --to 2026-03       a month, from its first day to its last
  --from 2026-Q1 --to 2026-Q1       a quarter
  --from 2026-W07 --to 2026-W08     weeks (ISO, from Monday)
  --from 2025 --to 2025             a year
  --from yesterday --to today       --to is today when it is not given
  --from today-30d                  also -8w, -6mo, -1y
  --from -30d                       short for today-30d
  --from last-month --to last-month  also this- and last-, week to year
  --from oldest                     the oldest day that is still reported
  --from NOW-30 --to NOW            as the service writes them

Both ends are included; report current always runs until now. Months of different
length: the day is cut to the last one (2026-03-31 minus 1mo is 2026-02-28).

Today is the day in the machine's zone: --tz Europe/Berlin takes another,
--today 2026-06-30 fixes it. -v says the range that is asked for. A day that does
not exist, a range that ends before it begins, and a start before the oldest day
are refused; --clamp moves such a start and says so.

  usagectl report events --from 2026-05 --to 2026-05 -v
  usagectl report churn days --from -90d --lost-after 30 --tz Europe/Berlin
  usagectl props oldest
`;
