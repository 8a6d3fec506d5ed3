export const output = `Output: results go to stdout, everything else to stderr

  -o table    aligned columns (the default, also in a pipe). In a
              terminal, long text is cut or wrapped, and columns that do not
              fit are left out; a footnote counts them. A pipe gets everything.
  -o json     one array of flat objects
  -o ndjson   the same objects, one per line, written as they arrive
  -o csv      quoted as in RFC 4180 (see usagectl help csv); -o tsv uses tabs
  -o md       a Markdown table
  -o xlsx     an Excel workbook with typed numbers and dates and no formulas
  -o parquet  a file for DuckDB, pandas and others (needs DuckDB)
              xlsx and parquet need --out FILE.

  Without -o, the extension of --out sets the format: .csv .tsv .json .ndjson
  .jsonl .md .xlsx .parquet, or .txt for a complete table; .prom gives
  openmetrics in questions run. Most other extensions get the default format;
  .html is an error (use --html).

  --fields a,b      columns to show, in order  --no-header   omit the header
  --limit N         show at most N rows        --out FILE    write to a file
  --chart           draw a chart               --html FILE   write an HTML page
  --scale own       in a chart or page, give each series its own scale
  --wide            periods as columns         --totals      add rows for outer levels and all
  --fail-on-empty   exit with status 7 if the result is empty or all zero
  --raw             print the response body unchanged
  --record FILE     record the HTTP traffic for a bug report; secrets, IDs, keys
                    and labels are replaced
  --print-request   json or curl: print the request instead of sending it;
                    secrets are masked

Examples:
  usagectl report current --from -30d --level prodEdition -o csv --out editions.csv
  usagectl report churn --from -6mo --lost-after 30 --segment-by installationMonth --chart
  usagectl report current --from -30d --html page.html -q
  usagectl keys list -o ndjson --fields licenseKey,installCount --limit 3
  usagectl report current --from -30d --print-request curl

Columns have the same order in every format. Tables, Markdown, workbooks and pages
show headings (Expires); --fields, CSV, JSON and other data use names (expiryDate).
The label <NULL>, "no value", is (none) in tables and empty or null in data. Tables and charts replace
control characters with visible ones; JSON escapes them, CSV keeps every byte.

An error says on stderr what happened and, after "hint:", what to do next. An
error in an expression also shows the place. With -o json or ndjson it is an object: {"error": {"code", "name", "message", "hint", …}}.
A table begins with a title and ends with at most two footnotes; --notes shows all. Beside
data they are on stderr. -q prints no notes, footnotes or progress, -v adds progress details, and --debug adds debug output with
secrets masked. Color depends on --color, NO_COLOR, FORCE_COLOR and TERM=dumb.
`;

export const csv = `CSV: export and import

Export: UTF-8, commas, LF, a header, ISO dates, true and false, an empty cell
for null. Cells are quoted only where necessary.

  --delimiter ';'   use another separator; tab is allowed. Numbers keep the
                    decimal point: where the comma is usual, write .xlsx
                    (--out table.xlsx)
  --csv-bom         begin with a byte order mark, which spreadsheets expect. On
                    Windows, this is the default when usagectl runs in a
                    terminal and --out names a .csv file; --no-csv-bom omits
                    it.
  --csv-safe        put a ' before text that a spreadsheet would run as a
                    formula; numbers stay unchanged. Do not use it for files
                    to import with keys update.

  usagectl keys list -o csv --out registry.csv
  usagectl keys list -o csv --csv-bom --csv-safe --delimiter ';' --out sheet.csv

Import (keys update, keys diff): the header names the columns. licenseKey is
required; all others are optional:

  licenseKey,licenseType,activated,blacklisted,expired,whitelisted,expiryDate,installQuota,notes

Other spellings (License Key, install_quota) and the headings of keys list
(Expires, Quota) are accepted too. A sep=; line and rows that contain only
separators are ignored. --date-format dd/mm/yyyy accepts another date format, and
--yes-no ja/nein accepts other words for true and false.

  usagectl keys template --out new.csv
  usagectl keys diff keys.csv
  usagectl keys update keys.csv --dry-run

A file written by keys list -o csv can be imported unchanged. An empty cell
leaves a field as it was; null in expiryDate clears the date, and with
--empty-clears notes, an empty cell clears the notes. Text is not converted:
leading zeros and spaces are kept, and a key such as 1.23E+15, mangled by a
spreadsheet, is an error. The separator (, ; tab |), a byte order mark, CRLF and
UTF-16 are detected. Other encodings cannot be detected safely: a file that is not
UTF-8 is rejected unless --encoding names its encoding, such as windows-1252. A
key with a question mark, which a wrong encoding leaves in place of a letter, is an
error if the registry has the key with the letter. A license type that no key in the registry has is a warning, and with --strict an error.
Every row is checked before any is sent; errors are reported with line and
column. JSON and NDJSON files can be imported too.

An .xlsx workbook is read too: its first sheet, or the one that --sheet names.
Formulas are read as their stored values, and errors name row and column. A key
is an error if the spreadsheet has changed it to a date, has rounded it to 15 digits,
or shows it with leading zeros (format 00000). A sheet with more than 100,000 rows is an error.
`;
