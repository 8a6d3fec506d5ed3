import {indent} from '../layout.ts';

/** A whole crontab; a test runs its lines as cron does. */
export const crontab = `PATH=/usr/local/bin:/usr/bin:/bin
USAGECTL_BASE_URL=https://usage.example
USAGECTL_USER=cron@example.com
USAGECTL_PRODUCT=12345678901
USAGECTL_PASSWORD_FILE=/etc/usagectl/password
10 6 * * *    usagectl report current --from -30d -o csv --out /srv/usage.csv --lock usage -q
*/30 * * * *  usagectl exceptions sync /srv/crashes --lock crashes -q >/dev/null
50 6 * * 0    usagectl keys runs --forget-before -90d -y -q >/dev/null
`;

/** The two units of a timer, by file name; `systemd-analyze verify` reads them in a test. */
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
ExecStart=/usr/local/bin/usagectl report current --from -30d -o csv --out /srv/usage.csv -q
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

/** A workflow for GitHub Actions; a test runs its `run` steps. */
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

/** `help cron`. */
export const cron = `Cron: unattended runs

Where stdin is no terminal nobody is asked (--no-input says it anywhere): a needed
answer is exit 2 naming the flag. It runs with closed stdin, without HOME or TERM.

  -q              silent unless something failed: cron mails failures only
  --lock NAME     one run at a time; a second one ends with 9, the lock of a
                  dead run is taken over
  --timeout 2m    for each call; --retries 5
  --out FILE      the old file stays until the new one is whole

Signing in: USAGECTL_USER with USAGECTL_PASSWORD_FILE (a file that only you can
read), _COMMAND or USAGECTL_PASSWORD. Nothing is stored then. Or once, by hand:
usagectl login. Try a line first as cron will run it:

  usagectl report current --from -1d -o csv --out day.csv --no-input -q

A crontab (crontab -e):

${indent(crontab)}

A systemd timer, two files in /etc/systemd/system; then systemctl enable --now
usage.timer. USAGECTL_BASE_URL and the like stand in /etc/usagectl/environment.

usage.service:
${indent(units['usage.service'])}

usage.timer:
${indent(units['usage.timer'])}

A GitHub Actions job, .github/workflows/usage.yml:

${indent(workflow)}

What to do with each code: usagectl help exit-codes (5 and 9: try again later).
`;
