import {reportFunction, views} from '../../query/view-table.ts';
import {section} from '../layout.ts';

/** Lists the views as `query --tables` does. */
export const query = () => `Query: SQL over everything that usagectl can read

usagectl query runs one SQL statement (DuckDB dialect) over views. A view is read
or requested only if the statement names it.
${section('Views', [...views.map(({name, summary}) => [name, summary] as const), ["report('…')", reportFunction.summary]])}
crashes is also called exceptions, as in a cluster. With --sandbox, the sandbox's own
tables are views too: sandbox.installation, sandbox.activity and so on.

  usagectl query --tables
  usagectl query --schema keys
  usagectl query --explain "FROM keys"
  usagectl query "SELECT licenseType, count(*) AS keys FROM keys GROUP BY ALL"
  usagectl query "FROM crash_groups WHERE mark = 'new'"

On a terminal, usagectl query alone shows a prompt. A statement ends with a semicolon;
TAB completes names, Ctrl-C stops a statement, and Ctrl-D ends the prompt.

crashes, crash_groups and events come from archive folders: those of --archive,
the one of the profile, or crashes and event-archive in the current folder. results and figures
come from the result history. keys, clients, properties, events_catalog and
report() are requested for the products of -p, and have a column product. Rows are
loaded page by page and are not kept. --explain shows the first request of
each view, and sends nothing.

report('LINE') has the rows of the command report LINE. LINE is a text literal and uses
only flags of the report itself. The caveats of the report, and those of other views,
are printed as caveats of the query.

A statement can only read, and only the views that it names: no other file, no
network, no setting. It runs in a process of its own, which Ctrl-C stops at once;
--timeout limits the statement too. On Linux the process may use 1.5 GiB of memory.

With --engine, the statement is sent to a cluster unchanged. Only the tables
exceptions and events exist there. See docs/query.md.
`;
