import {indent} from '../layout.ts';

/** A test runs the lines as cron does. */
export const crontab = `PATH=/usr/local/bin:/usr/bin:/bin
USAGECTL_BASE_URL=https://usage.example
USAGECTL_USER=cron@example.com
USAGECTL_PRODUCT=12345678901
USAGECTL_PASSWORD_FILE=/etc/usagectl/password
10 6 * * *    usagectl report current --from -30d -o csv --out /srv/usage.csv --lock usage -q
*/30 * * * *  usagectl exceptions sync /srv/crashes --lock crashes -q
0 7 * * 1     usagectl report current --period last-week --level prodVersion -o md -q
50 6 * * 0    usagectl keys runs --forget-before -90d -y -q >/dev/null
`;

/** Systemd units by file name; a test passes them to `systemd-analyze verify`. */
export const units = {
	'usage.service': `[Unit]
Description=Nightly usage report
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
EnvironmentFile=/etc/usagectl/environment
StateDirectory=usagectl
Environment=USAGECTL_CONFIG_DIR=/var/lib/usagectl
ExecStart=/usr/local/bin/usagectl report current --from -30d -o csv --out /srv/usage.csv --lock usage -q
SuccessExitStatus=9
`,
	'usage.timer': `[Unit]
Description=Nightly usage report

[Timer]
OnCalendar=*-*-* 06:10
RandomizedDelaySec=5m
Persistent=true

[Install]
WantedBy=timers.target
`,
} as const;

/** A GitHub Actions workflow; a test runs its `run` steps. */
export const workflow = `name: usage
on:
  schedule:
    - cron: '10 6 * * 1'
jobs:
  report:
    runs-on: ubuntu-latest
    env:
      USAGECTL_BASE_URL: \${{ vars.USAGE_URL }}
      USAGECTL_PRODUCT: \${{ vars.USAGE_PRODUCT }}
      USAGECTL_USER: \${{ secrets.USAGE_USER }}
      USAGECTL_PASSWORD: \${{ secrets.USAGE_PASSWORD }}
    steps:
      - uses: actions/setup-node@v4
        with: {node-version: 22}
      - run: npm install -g usagectl
      - run: usagectl report current --from -7d --level prodVersion -o csv --out usage.csv --fail-on-empty
      - uses: actions/upload-artifact@v4
        with: {name: usage, path: usage.csv}
`;

export const cron = `Cron: unattended runs

usagectl never prompts if stdin is not a terminal, or with --no-input: if input is
needed, it exits with status 2 and names the flag to use. It works with closed
stdin and without HOME or TERM.

  -q              print no notes or warnings; with --out, cron then sends mail
                  only about failures
  --lock NAME     one run at a time; a second one exits with status 9
                  (the lock of a run that was killed is taken over)
  --timeout 2m    time limit per request
  --retries 5     retries per failed request
  --out FILE      replaces the file only when the new one is complete

To sign in, set USAGECTL_USER and one of USAGECTL_PASSWORD_FILE (a file that only
you can read), USAGECTL_PASSWORD_COMMAND and USAGECTL_PASSWORD; nothing is stored
then. Or sign in once by hand: usagectl login. First try the command line as
cron will run it:

  usagectl report current --from -30d -o csv --out usage.csv --lock usage --no-input -q

A crontab (crontab -e):

${indent(crontab)}

Cron mails what a line prints: the third sends a table every Monday. A digest of
the questions every Monday, with notify: [{email: team, digest: weekly monday}] in
usagectl.yaml and USAGECTL_NOTIFY_TEAM='sendmail team@example.com', comes from a daily
usagectl questions run --notify -q --out latest.csv

A systemd timer needs two files in /etc/systemd/system. Set USAGECTL_BASE_URL and the
other variables in /etc/usagectl/environment, then enable the timer:

  systemctl enable --now usage.timer

usage.service:
${indent(units['usage.service'])}

usage.timer:
${indent(units['usage.timer'])}

A GitHub Actions workflow, .github/workflows/usage.yml:

${indent(workflow)}

The meaning of each exit status: usagectl help exit-codes (5 and 9: try again
later).
`;
