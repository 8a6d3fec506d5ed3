export const questions = `Questions: saved reports with checks

A question is a command line in the file usagectl.yaml, with checks for its
figures. usagectl questions run runs all questions, saves each result in a file of
its own, and reports the checks that fail. A file with one question:

  questions:
    active-by-edition:
      title: Active installations by edition
      ask: report current --from -30d --level prodEdition
      checks:
        - {column: active, each: prodEdition, drop: {percent: 20, count: 50}, against: 7d}
        - {column: active, sum: true, min: 1000}

The file is searched for in the current folder and then in its parent folders;
--file names another. Paths in it are relative to the file and may not lead out of
its folder. \${NAME} is replaced by the value from --set NAME=VALUE or from the
environment variable USAGECTL_VAR_NAME. The file does not name the service or a
cluster (--engine); the profile does. To run a question about crashes or events on
the cluster, add the line 'on: cluster' to the question.

Create a file with ready-made questions; run them (exits with status 7 if a check
fails); summarize the latest results on one page; list the questions with saved
results; print a schema for editors:

  usagectl questions init
  usagectl questions run
  usagectl questions digest --html week.html
  usagectl history
  usagectl help schema

A check tests a column (each row, each value of another column, or the sum) or the
number of rows: 'rows: true' counts all rows, 'rows: {column: value}' those with that
value, and 'rows: {new: true}' those that no result of the last 28 days contains.

  min, max     lowest and highest accepted value
  drop, rise   {percent, count}: fail if the change reaches both
  against      baseline: previous (default), 7d, 52w, 28d-median,
               same-weekday-median or another question
  where        only rows with these values
  each, sum    each value of a column separately, or the sum of all rows
  level        fail (default), warn, or note for news that needs no action
  for          report only after the check has failed this many times in a row

With notify: [{slack: ops, on: [fail, fixed]}] in the file and the address in
USAGECTL_NOTIFY_OPS, questions run --notify sends a message for each outcome that
changed, once. The kinds of target are slack, teams, discord, webhook and email. With
digest: {link: https://usage.example.com/week.html}, messages link to your page.

With calendar: {weekends: true, holidays: [days.ics]}, figures from a day off are
compared only with figures from days off.

The outcome of a check is ok, note, warn, fail or unknown. It is unknown, with the
reason, if the data does not allow a decision: there is no earlier result, a
period is not complete, losses are not final, a group has fewer than 30
installations, or the command line has changed. An unknown check leaves the
exit status 0, or makes it 7 with --strict. See docs/questions.md.
`;
