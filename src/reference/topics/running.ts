import {exitCodes} from '../../errors.ts';
import {type SettingRow, settingTable} from '../../session/setting-table.ts';

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
	internal: 'a bug in the tool',
	usage: 'wrong use: flags, filter, dates, an input file, a question nobody could answer; nothing was sent',
	auth: 'not signed in, session over, wrong password, no permission',
	refused: 'the service refused the request, or answered something it should not',
	network: 'network, time-out, 429 or 5xx after all retries: try again later',
	partial: 'partly done: rejected keys, some files or products failed, keys not found',
	assertion: 'something you asserted does not hold (--fail-on-empty, --strict)',
	damaged: 'damaged or unsafe data refused',
	locked: 'another run holds the lock',
	disk: 'local disk or permission',
	notReady: 'not ready yet: the service is still processing the file',
	hangup: 'SIGHUP',
	interrupted: 'SIGINT (Ctrl-C)',
	terminated: 'SIGTERM',
	brokenPipe: 'the reader of stdout went away',
};

/** `help exit-codes`. */
export const exitCodesText = (): string => {
	const lines = Object.entries(exitCodes)
		.sort(([, left], [, right]) => left - right)
		.map(([kind, code]) => `  ${String(code).padStart(3)}  ${meanings[kind as keyof typeof exitCodes]}`);
	return `Exit codes\n\n    0  done, complete\n${lines.join('\n')}\n\nAfter a signal files are whole; the same command starts again. 6 means that something was done: when all of it failed for
one reason, the code is that reason's.
`;
};

const others = {
	USAGECTL_PASSWORD: 'password, for machines; no flag takes one',
	USAGECTL_SESSION_ID: 'a session that is open already',
	USAGECTL_PROFILE: 'profile to use',
	USAGECTL_CONFIG_DIR: 'folder of settings, session and state',
	CI: 'nobody is asked anything',
	'NO_COLOR, FORCE_COLOR, TERM': 'colours off, on; TERM=dumb for neither colours nor progress in place',
	TZ: 'zone of dates such as today',
	'HTTPS_PROXY, HTTP_PROXY, NO_PROXY': 'proxies; this machine is never asked through one',
	NODE_EXTRA_CA_CERTS: 'certificates of your own authority',
	NODE_DISABLE_COMPILE_CACHE: 'do not keep compiled code between runs',
};

/** `help environment`. */
export const environment = (): string => {
	const rows = Object.values<SettingRow>(settingTable).flatMap(({env, summary}) => (env ? [[env, summary]] : []));
	const lines = [...rows, ...Object.entries(others)].map(([name, summary]) => `  ${name?.padEnd(34)}${summary}`);
	return `Environment\n\n${lines.join('\n')}\n\nOrder everywhere: flag, environment, profile, config, default (usagectl config list --show-origin). A command that signs in
by itself with credentials from the environment writes nothing to disk. They do not reach the sandbox.
`;
};

/** `help cron`. */
export const cron = `In cron: nobody is asked, nothing is said unless it fails

Sign in once (usagectl login), or let each run do it: USAGECTL_BASE_URL, USAGECTL_USER and USAGECTL_PASSWORD_FILE.
--lock NAME lets one run at a time (a second ends with 9), --timeout limits each call, -q leaves errors only.

crontab:
  USAGECTL_CONFIG_DIR=/var/lib/usagectl
  10 6 * * *  usagectl report current -p 1 --from -30d -o csv --out /srv/usage.csv --lock usage -q
  */30 * * * *  usagectl exceptions sync /srv/crashes -p 1 --lock crashes -q

systemd (usage.service and usage.timer):
  [Service]
  Type=oneshot
  Environment=USAGECTL_CONFIG_DIR=/var/lib/usagectl
  ExecStart=usagectl report current -p 1 --from -30d -o csv --out /srv/usage.csv --lock usage -q
  SuccessExitStatus=9

  [Timer]
  OnCalendar=*-*-* 06:10
  Persistent=true

GitHub Actions:
  - run: npx usagectl report current -p 1 --from -30d -o csv --fail-on-empty --out usage.csv
    env:
      USAGECTL_BASE_URL: \${{ vars.USAGE_URL }}
      USAGECTL_USER: \${{ vars.USAGE_USER }}
      USAGECTL_PASSWORD: \${{ secrets.USAGE_PASSWORD }}

What to do with each code: usagectl help exit-codes (5 and 9: try again later).
`;

/** `help sandbox`. */
export const sandbox = `Sandbox: the whole service on this machine, with synthetic data

  usagectl --sandbox report current --from -90d    any command, no account, nothing to start first
  usagectl sandbox serve --port 8080 -o json       as a server, for scripts and other tools; ends with SIGTERM
  usagectl sandbox reset --seed 7 --size 100k --now 2026-06-30   other data; the same seed gives the same data
  usagectl sandbox assumptions                     what the service's documentation leaves open, and how it is read here
  usagectl sandbox export DIR, import DIR          its tables as Parquet or CSV, or your own data in their place

It listens on loopback only, refuses what the service refuses, and never calls anywhere. Credentials for the real service
do not reach it. Its data lies in the state folder (usagectl config path).
`;
