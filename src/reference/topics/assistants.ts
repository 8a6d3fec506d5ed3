export const assistants = `Assistants: connect an AI assistant

usagectl mcp is a Model Context Protocol (MCP) server on stdin and stdout, which the
assistant's application starts. To print the configuration and the name of the file
to paste it into:

  usagectl --sandbox mcp --print-config claude
  usagectl mcp --print-config vscode
  usagectl mcp --print-config cursor

With --sandbox, no account is needed. For your service, sign in first (usagectl
login): the assistant never sees a password or a session.

The assistant gets these tools:

  describe      reports, arguments, properties, values, events and topics
  check_filter  check an expression
  report        run a report
  why           find the groups of installations that account for a change
  keys          list license keys: all, with common problems, or expiring soon
  crashes       the most frequent crash groups, or one group
  query         run SQL over crashes, keys, installations, reports and results
  run_saved     run the questions of usagectl.yaml, or read saved results

Each tool runs a command of this program; its answer contains the command line in
the field "asked".

These tools only read. --allow-writes adds keys_plan, which compares changes with
the registry, and keys_apply, which sends a plan made by keys_plan and nothing
else. If the application supports it, you are asked to confirm.

An answer has at most --max-rows rows and about 20 KB. If rows were cut, it says how
many there are and how to get the rest. Notes and caveats come first, then totals and shares, then rows.
Data from the service and from other people's machines is marked as data, and its
control characters are escaped.

The tools "crashes" and "query" read one archive folder (--crashes; by default the folder
"crashes" where the server was started), and "run_saved" reads the question file, its variables (USAGECTL_VAR_NAME) and its saved results.
No tool reads other files, or connects to other hosts. To create the archive folder from
the data of the sandbox:

  usagectl --sandbox exceptions sync

An agent that runs commands itself needs instructions instead of tools. To write them to
where Claude looks (other agents read .agents, .cursor or .github):

  mkdir -p .claude/skills/usagectl
  usagectl help skill --out .claude/skills/usagectl/SKILL.md

The help topics and the question file are available as MCP resources, and
weekly_review as an MCP prompt for a review of the week. docs/assistants.md shows a session.
`;
