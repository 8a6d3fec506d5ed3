import {otherVariables, ownVariables} from '../environment-variables.ts';
import {exitCodeRows} from '../exit-code-meanings.ts';
import {columns} from '../layout.ts';

export const exitCodesText = (): string => `Exit codes

${columns(exitCodeRows.map(([code, meaning]) => [code.padStart(3), meaning]))}

After a signal, the state is saved and no partial file is left: you can run the same command again.
If all files failed for one reason, the status is that of the reason instead of 6. If
all products or questions failed, it is that of the first failure. A script that
tolerates network failures:

  usagectl report events --period yesterday -o csv --out day.csv || [ $? -eq 5 ]
`;

export const environment = (): string => `Environment

${columns(ownVariables)}

${columns(otherVariables)}

In order of precedence: flag, environment variable, profile, the profile default (except
settings of one service, such as the address and the user), built-in default. With credentials from the environment, commands other than login store
no session on disk. The sandbox ignores the address and the
credentials.

  usagectl profile list --origin
  usagectl doctor
`;

export const sandbox = `Sandbox: the whole service on this machine, with synthetic data

--sandbox runs any command against an embedded copy of the service: without an
account, a server or a network. The sandbox has its own address, users, session and
products, and ignores USAGECTL_BASE_URL and the credentials. Changes are kept until
usagectl sandbox reset.

  usagectl --sandbox report current --from -90d
  usagectl --sandbox keys list --limit 5
  usagectl sandbox reset --seed 7 --size 2k --now 2026-06-30
  usagectl sandbox advance 1d
  usagectl sandbox status
  usagectl sandbox export tables --format csv
  usagectl sandbox import tables
  usagectl sandbox options

--seed and --size determine the data; --now determines how much of it is visible:
no response contains anything later. The data starts on 2023-07-01; on
2026-06-30 it reaches the number of installations given by --size, and it continues
after that. Without --now,
the clock of the sandbox shows the real time.

usagectl sandbox advance moves the clock forward and keeps all earlier data and changes.
A clock that was set (--now, advance) stands still, unless sandbox serve --clock real (or x60)
makes time pass while the server runs. sandbox plant
adds scenarios: a release that crashes or loses users, a feature that is no longer used,
a shared key, a country whose users leave. To go back, use sandbox reset.

Where the documentation of the service leaves its behavior open, the sandbox has
options: sandbox serve --assume ID=VALUE sets one. sandbox export writes the data as Parquet or CSV;
sandbox import replaces it with your own.

For a test suite, start a server. It prints one line of JSON with its address, users
and products when it is ready, and stops on SIGTERM:

  usagectl sandbox serve --seed 7 --size 2k --now 2026-06-30 -o json

It listens on the loopback interface only, rejects what the service rejects, and
connects to nothing. --faults FILE makes it fail on demand.

Paths under /_sandbox/ control the server: GET status, options, requests (the log),
faults and clock; PUT faults and clock; DELETE requests, faults, sessions and clock.
They require the control token that the server prints when it is ready:

  curl -H 'Authorization: Bearer TOKEN' ADDRESS/_sandbox/status
`;
