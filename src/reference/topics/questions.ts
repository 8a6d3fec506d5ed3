/** `help questions`. */
export const questions = `Standing questions: reports in a file, kept answers, checks, a page

A file usagectl.yaml holds command lines and what their figures should be. run
asks them, keeps each answer as a file of its own, and judges it:

  questions:
    active-by-edition:
      title: Active installations by edition
      ask: report current --from -30d --level prodEdition
      checks:
        - {column: active, each: prodEdition, drop: {percent: 20, count: 50}, against: 7d}
        - {column: active, sum: true, min: 1000}

The file is found as git finds its own: here, or in a folder above; or --file.

A dozen questions to start from; ask, keep and judge (7 when a check fails); one
page of all last answers; the kept answers; for an editor that completes the file:

  usagectl questions init
  usagectl questions run
  usagectl questions digest --html week.html
  usagectl history
  usagectl questions schema

A check is about a column (each value of a column alone, or the sum), or about
rows: true counts all, {column: value} some, {new: true} those that no answer of
the 28 days before has.

  min, max     the figure itself
  drop, rise   {percent, count}: both must be passed
  against      previous, 7d, 28d-median, or the name of another question
  where        only rows with these values
  level        fail (the default) or warn
  for          so many answers in a row

Verdicts are ok, warn, fail and unknown. Unknown is said, with the reason, where
the numbers carry no verdict: no earlier answer, a period that is not over, losses
that are not known yet, a group under 30, another question. It ends 0, with
--strict 7. Variables \${NAME} come from the environment and --set; paths are
relative to the file. docs/questions.md has all of it.
`;
