import {engineLines} from '../engines.ts';

/** `help output`. */
export const output = `Output: data on stdout, everything else on stderr

  -o table    aligned columns for people (the default, also in a pipe). On a
              terminal wide texts are cut or go on below, and columns that do
              not fit are left out, which is said; in a pipe nothing is cut.
  -o json     one array of flat objects
  -o ndjson   the same objects, one a line, as they come
  -o csv      RFC 4180 (usagectl help csv); -o tsv the same with tabs
  -o md       a table for Markdown
  -o xlsx     a workbook for spreadsheets: numbers, dates, no text that is a
              formula
  -o parquet  for DuckDB, pandas and the like (needs DuckDB)
              Both need --out FILE.

  Without -o, the name of --out decides: .csv .tsv .json .ndjson .jsonl .md .xlsx
  .parquet; .txt is a table, whole as in a pipe. Any other name gets a table too,
  or what the settings say.

  --fields a,b      choose and order columns   --no-header   without the heading
  --limit N         at most N rows             --out FILE    whole or not at all
  --chart           drawn in the terminal      --html FILE   one page for anyone
  --wide            periods or dates across    --totals      outer levels too
  --fail-on-empty   end with 7 when there are no rows, or every figure of a
                    report is 0 or absent
  --raw             the service's own answer
  --record FILE     what was exchanged, with stand-ins, for a bug report
  --print-request   json or curl: what would be asked, secrets masked; no call

Examples:
  usagectl report current --from -30d --level prodEdition -o csv --out editions.csv
  usagectl report churn --from -6mo --lost-after 30 --segment-by installationMonth --chart
  usagectl report current --from -30d --html page.html -q
  usagectl keys list -o ndjson --fields licenseKey,installCount --limit 3
  usagectl report current --from -30d --print-request curl

Columns have the same names in every format, in the service's order. The label
<NULL> for "no value" is null in json. Control characters are made visible in
tables and charts; json and csv keep every byte.

An error is two lines on stderr, what happened and what to type next; with json
and ndjson it is one object: {"error": {"code", "name", "message", "hint", …}}.
-q leaves errors only, -v says what is done, --debug everything, secrets masked.
Colours: --color, NO_COLOR, FORCE_COLOR, TERM=dumb.
`;

/** `help csv`. */
export const csv = `CSV out and in

Out: UTF-8, comma, LF, a header, ISO dates, true and false, nothing for null;
quotes where they are needed.

  --delimiter ';'   another character, or tab
  --csv-bom         a byte order mark, which spreadsheets want; on Windows a .csv
                    has one where --out is typed at a terminal: --no-csv-bom
  --csv-safe        text that a spreadsheet would run as a formula gets a ' in
                    front; numbers are left alone. Not for files that go back
                    with keys update.

  usagectl keys list -o csv --out registry.csv
  usagectl keys list -o csv --csv-bom --csv-safe --delimiter ';' --out sheet.csv

In (keys update, keys diff): the header names the columns; licenseKey must be
among them, the others as you like:

  licenseKey,licenseType,activated,blacklisted,expired,whitelisted,expiryDate,installQuota,notes

Names are read as people write them (License Key, install_quota); the headings of
keys list (Expires, Quota) are names too. Spreadsheets: sep=; and rows of nothing
but delimiters are passed over. --date-format dd/mm/yyyy and --yes-no
ja/nein read other days and words.

  usagectl keys template --out new.csv
  usagectl keys diff keys.csv
  usagectl keys update keys.csv --dry-run

What keys list -o csv writes goes back in unchanged. An empty cell leaves a field
as it is, null in expiryDate clears it, --empty-clears notes clears notes. Texts
stay texts: leading zeros and blanks survive, 1.23E+15 is refused as damage. The
delimiter (, ; tab |) is found; a byte order mark, CRLF and UTF-16 are read. Every
row is checked before any is sent, and the first mistakes are told with line and
column. JSON and NDJSON are read too.
`;

/** `help archive`. */
export const archive = `Archive: the files of exceptions and custom events

  usagectl exceptions files
  usagectl exceptions download --since 2026-01 --unzip -d files
  usagectl exceptions sync crashes
  usagectl exceptions tail -n 20
  usagectl exceptions top crashes --limit 10
  usagectl exceptions query crashes "FROM lines LIMIT 5"

Every file is fetched under a .part name, checked (sizes, CRC-32 of each entry),
and renamed. A damaged or unsafe archive leaves nothing behind; the others go on
(exit 6). Complete files are not fetched again, nor days that a month file brings.
Open daily files are left out of downloads unless --kind open asks for them; sync
fetches them anew until they are final.

SQL of yours (query, --where) runs in a process of its own, which Ctrl-C ends at once
and to which Linux gives 1.5 GiB of memory; other systems set no such limit.

sync keeps the lines of its zips as Parquet in lines/, each line once: top, show and
query read them. Rows that could not be read are in rejects/, with file and line.
Columns are texts under the service's names, a dot written as _ (os_version); beside
them stand timestamp, fingerprint, product, file and month. What the tool keeps for
itself in a folder is named .usagectl…

lines/kind=exceptions and lines/kind=events are tables in the format of Delta
Lake, which other engines read as they stand; docs/lines.md says how to copy
them:
${engineLines}

The same questions go to Trino or ClickHouse with --engine, for example
  usagectl exceptions top --engine trinos://ada@trino.example/delta/usage
engine-setup prints how the table comes there; docs/lines.md has the rest.

tail -f goes on with the lines that come, each once; where lines may have been
missed between two looks, a note says so. Custom events: usagectl events files and
so on.
`;
