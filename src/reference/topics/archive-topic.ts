import {engineLines} from '../engines.ts';

export const archive = `Archive: local crash reports and custom events

An archive is a folder in which exceptions sync or events sync keeps the downloaded
files and one table of all their rows.

  usagectl exceptions files
  usagectl exceptions download --period 2026-01 --unzip -d files
  usagectl exceptions sync
  usagectl exceptions tail -n 20
  usagectl exceptions top --limit 10
  usagectl query --archive crashes "FROM crashes LIMIT 5"

A file is downloaded under a .part name, checked (sizes, CRC-32 of each entry)
and then renamed. If a zip file is damaged or unsafe, none of it is kept; the
other downloads continue (exit status 6). Complete files are not downloaded
again, nor are daily files whose day is in a monthly file. Open files (those of days
that are not over) are downloaded only by name or with --kind open; sync downloads
them again until they are final.

Your SQL (query, --where) runs in a separate process, which Ctrl-C stops at
once. On Linux it may use 1.5 GiB of memory; on other systems, memory is not limited.

sync stores the rows of its zip files as Parquet in lines/, each row once; top,
show and query read them. Rows that cannot be parsed go to rejects/, with file
and line. The service's columns are text and keep their names, with _ for a dot
(os_version). The table also has timestamp, fingerprint, product, file and month. Files and
folders whose names begin with .usagectl belong to the program.

lines/kind=exceptions and lines/kind=events are Delta Lake tables, which other
engines can read directly; docs/lines.md says how to copy them. In these lines,
d, eu.b and B stand for your schema, connection and bucket:
${engineLines}

top, show and query can also run on Trino or ClickHouse with --engine, such as
  usagectl exceptions top --engine trinos://ada@trino.example/delta/usage
engine-setup prints the SQL that registers the tables there; see docs/lines.md.

tail -f prints each new row once, and says where it may have missed some. For
custom events, there are usagectl events files, usagectl events sync and so on.
`;
