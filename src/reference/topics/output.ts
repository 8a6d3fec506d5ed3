/** `help output`. */
export const output = `Output: data on stdout, everything else on stderr

  -o table    aligned columns for people (the default, also in a pipe). On a terminal wide texts are cut and columns that
              do not fit are left out, which is said; in a pipe nothing is cut. Control characters are made visible.
  -o json     one array of flat objects        -o ndjson   the same objects, one a line, as they come
  -o csv      RFC 4180, see usagectl help csv  -o tsv      the same with tabs        -o md   a table for Markdown

  --fields a,b      choose and order columns   --no-header        without the heading
  --limit N         at most N rows             --fail-on-empty    end with 7 when there are none
  --out FILE        a temporary name, then the name: whole or not at all
  --chart           drawn in the terminal      --html FILE        one page that needs nothing else
  --wide            periods or dates across    --totals           rows of the outer levels too
  --raw             the service's own answer   --print-request json|curl   what would be asked, secrets masked

The columns are the same in every format, in the service's order. A label that stands for "no value" is <NULL>, and null
in json. Errors are two lines, or with json and ndjson one object: {"error": {"code", "name", "message", "hint", …}}.
-q leaves errors only, -v says what is done, --debug everything. Colours: --color, NO_COLOR, FORCE_COLOR, TERM=dumb.
`;

/** `help csv`. */
export const csv = `CSV out and in

Out: UTF-8, comma, LF, a header, ISO dates, true and false, nothing for null; quotes where they are needed.
  --delimiter ';'   another character, or tab      --csv-bom    a byte order mark, which Excel wants
  --csv-safe        text that a spreadsheet would run as a formula gets a ' in front; numbers are left alone.
                    Not for files that go back with keys update.

In (keys update, keys diff): the header names the columns, licenseKey among them, any others as wanted:
  licenseKey,licenseType,activated,blacklisted,expired,whitelisted,expiryDate,installQuota,notes
What keys list -o csv writes goes back in unchanged. An empty cell leaves the field as it is, null in expiryDate clears it,
--empty-clears notes clears notes. Texts stay texts: leading zeros and blanks survive; 1.23E+15 is refused as damage.
The delimiter (, ; tab |) is found; a byte order mark, CRLF and UTF-16 are read. Every row is checked before any is sent:
the first mistakes are told with line and column. JSON and NDJSON are read too.
usagectl keys template writes a file to start from.
`;

/** `help archive`. */
export const archive = `Archive: the files of exceptions and custom events

  usagectl exceptions files                  what can be downloaded
  usagectl exceptions download --since 2026-01 --unzip -d crashes
  usagectl exceptions sync crashes           keep a folder complete; safe to run again and again
  usagectl exceptions tail -n 20 -f          the newest lines, and what comes

Every file is fetched under a .part name, checked (sizes, CRC-32 of each entry), unpacked into a private folder and renamed.
A damaged or unsafe archive leaves nothing behind; the others go on (exit 6). Open daily files are left out unless
--kind open asks for them. Complete files are not fetched again. What the tool keeps for itself is named .usagectl…
`;
