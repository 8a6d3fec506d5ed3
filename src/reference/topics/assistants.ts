/** `help assistants`. */
export const assistants = `Assistants: the same questions, asked in words

usagectl mcp serves assistants by the Model Context Protocol, over stdin and
stdout. A client starts it; this prints what to paste, and into which file:

  usagectl --sandbox mcp --print-config claude
  usagectl mcp --print-config vscode
  usagectl mcp --print-config cursor

With --sandbox it needs no account. For your service sign in first (usagectl
login): no password and no session goes through the assistant, and none is shown.

Tools: describe (reports, arguments, properties, values, events, topics),
check_filter, report, keys (list, audit, expiring), crashes (top, show), run_saved
(the questions of usagectl.yaml, and kept answers). They run the commands of this
program, and each answer says by which line: "asked".

It only reads. With --allow-writes there are keys_plan, which compares changes with
the registry, and keys_apply, which sends a plan made before and nothing else; the
client asks you to confirm where it can.

An answer has at most --max-rows rows and about 20 KB. What was cut is said, with
how many rows there are and how to get the rest. Sums and shares come first, and
notes about what the figures cannot say. What comes from the service and from other
people's machines stands between marks, and its control characters are escaped.

The tool crashes reads one folder of exceptions sync (--crashes, else crashes where
the server runs), run_saved the file of questions and its answers. No tool reads
other files, the environment or other hosts.

  usagectl --sandbox exceptions sync crashes

Resources are the topics of this help and the file of questions; the prompt weekly_review asks for a review
of the week. A written session: docs/assistants.md.
`;
