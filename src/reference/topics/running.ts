import {otherVariables, ownVariables} from '../environment-variables.ts';
import {exitCodeRows} from '../exit-code-meanings.ts';
import {columns} from '../layout.ts';

/** `help exit-codes`. */
export const exitCodesText = (): string => `Exit codes

${columns(exitCodeRows.map(([code, meaning]) => [code.padStart(3), meaning]))}

After a signal files are whole; the same command starts again. 6 means that
something was done: when all of it failed for one reason, the code is that
reason's. A script:

  usagectl report current --from -1d -o csv --out day.csv || [ $? -eq 5 ]
`;

/** `help environment`. */
export const environment = (): string => `Environment

${columns(ownVariables)}

${columns(otherVariables, 34)}

Order everywhere: flag, environment, profile, config, default. A command that
signs in by itself with credentials from the environment writes nothing to disk.
None of them reaches the sandbox.

  usagectl config list --show-origin
  usagectl doctor
`;

/** `help sandbox`. */
export const sandbox = `Sandbox: the whole service on this machine, with synthetic data

--sandbox on any command runs it against the embedded service: no account, no
server to start, no network. It has its own address, users, session and products;
USAGECTL_BASE_URL and its like do not reach it. What is written stays until
sandbox reset.

  usagectl --sandbox report current --from -90d
  usagectl --sandbox keys list --limit 5
  usagectl sandbox reset --seed 7 --size 2k --now 2026-06-30
  usagectl sandbox advance 1d
  usagectl sandbox status
  usagectl sandbox export tables --format csv
  usagectl sandbox import tables
  usagectl sandbox assumptions

Seed and size choose a world, which is the same whatever the day: --now says how
much of it is known, and nothing later is in any answer. The world begins on
2023-07-01, has as many installations as its size says on 2026-06-30, and goes on.
Some kinds of crashes last; others begin on a day and end some days later.
Without --now the clock shows the real time. advance moves the clock; what was
known stays as it is, and what was written stays too. serve --clock real, or x60,
lets time pass while it serves. plant adds known causes for a rehearsal: a release
that crashes, a feature nobody uses, a shared key, a country that leaves. Going back
is reset.

The assumptions are what the service's documentation leaves open, each with a
switch: --assume ID=VALUE. export writes its tables as Parquet or CSV, import
serves your own data in their place.

For a test suite, serve it; one line of JSON with address, users and products says
that it is ready, SIGTERM ends it:

  usagectl sandbox serve --seed 7 --size 2k --now 2026-06-30 -o json

It listens on loopback only, refuses what the service refuses, and never calls
anywhere. Faults come on demand: --faults FILE.

While it serves, the paths under /_sandbox/ control it: status, assumptions and
requests (the log) can be read; faults, sessions and clock can be changed. They
need the control token of the first line:

  curl -H 'Authorization: Bearer TOKEN' ADDRESS/_sandbox/status
`;
