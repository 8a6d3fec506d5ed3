/** What the author of a repository may put into it. CLUSTER is the host of the attacker, OUTSIDE a folder of the victim. */
export type HostileRepository = {
	/** The text of usagectl.yaml. */
	readonly file: string;
	/** Targets of links, by their place in the repository. */
	readonly links?: Readonly<Record<string, string>>;
	/** Texts of further files. */
	readonly others?: Readonly<Record<string, string>>;
	/** The first error: line, column and message. */
	readonly error: RegExp;
};

const ask = (line: string) => `questions:\n  q: {ask: ${JSON.stringify(line)}}\n`;
const before = (line: string) => `questions:\n  q: {before: ${JSON.stringify(line)}, ask: report current}\n`;
const withDefault = (line: string, command = 'report current') => `defaults: {${line}}\n${ask(command)}`;

const engine =
	'keep the cluster in the profile .usagectl profile set --engine URL., and write .on: cluster. in the question';
const refused = (flag: string) => RegExp(`^2:12: ${flag} is not allowed in a question file; `);

/** Repositories that are rejected before anything is sent, read or written. */
export const hostileRepositories: Readonly<Record<string, HostileRepository>> = {
	'a cluster of Trino in a question': {
		file: ask(`exceptions top --engine trino://ada@CLUSTER/db/s --where "x='$\{GITHUB_TOKEN}'"`),
		error: /^2:12: ask: \$\{GITHUB_TOKEN\} is not set: use --set GITHUB_TOKEN=VALUE, or set USAGECTL_VAR_GITHUB_TOKEN/,
	},
	'a cluster of ClickHouse in a question': {
		file: ask('events top --engine=clickhouse://ada@CLUSTER/d'),
		error: RegExp(`^2:12: --engine is not allowed in a question file; ${engine}`),
	},
	'a cluster that SQL is sent to': {
		file: ask('query --engine trino://ada@CLUSTER/db/s "SELECT 1"'),
		error: refused('--engine'),
	},
	'a cluster in the defaults': {
		file: withDefault('engine: "trino://ada@CLUSTER/db/s"', 'exceptions top'),
		error: RegExp(`^1:20: defaults: --engine is not allowed in a question file; ${engine}`),
	},
	'a cluster of the profile, where there is none': {
		file: 'questions:\n  q: {on: cluster, ask: exceptions top}\n',
		error:
			/^2:11: on: the profile has no cluster; store its address, such as trino:.*: usagectl profile set --engine URL/,
	},
	'a cluster for a report': {
		file: 'questions:\n  q: {on: cluster, ask: report current}\n',
		error: /^2:11: on: this command cannot run on a cluster/,
	},
	'another host on which to ask': {
		file: 'questions:\n  q: {on: "trino://ada@CLUSTER/db/s", ask: exceptions top}\n',
		error: /^2:11: on: expected cluster, not "trino:/,
	},
	'the address of a service in a question': {
		file: ask('report current --base-url http://CLUSTER'),
		error: refused('--base-url'),
	},
	'the address of a service before the command': {
		file: ask('--base-url http://CLUSTER report current'),
		error: refused('--base-url'),
	},
	'the address of a service in the defaults': {
		file: withDefault('base-url: "http://CLUSTER"'),
		error: /^1:22: defaults: --base-url is not allowed in a question file/,
	},
	'another profile': {file: ask('report current --profile work'), error: refused('--profile')},
	'another profile in the defaults': {
		file: withDefault('profile: work'),
		error: /^1:21: defaults: --profile is not allowed in a question file/,
	},
	'plain HTTP to other hosts': {
		file: withDefault('insecure-http: true'),
		error: /^1:27: defaults: --insecure-http is not allowed in a question file/,
	},
	'a command for the password': {
		file: ask(`report current --password-command 'touch OUTSIDE/pwned'`),
		error: refused('--password-command'),
	},
	'a command for the password in the defaults': {
		file: withDefault(`password-command: "touch OUTSIDE/pwned"`),
		error: /^1:30: defaults: --password-command is not allowed in a question file/,
	},
	'a file for the password': {
		file: ask('report current --password-file OUTSIDE/secret.txt'),
		error: refused('--password-file'),
	},
	'a file to write': {file: ask('report current --out OUTSIDE/secret.txt'), error: refused('--out')},
	'a file to write in the defaults': {
		file: withDefault('out: OUTSIDE/secret.txt'),
		error: /^1:17: defaults: --out is not allowed in a question file/,
	},
	'a page to write': {file: ask('report current --html OUTSIDE/page.html'), error: refused('--html')},
	'a recording': {file: ask('report current --record OUTSIDE/traffic.json'), error: refused('--record')},
	'a file for rejected rows': {
		file: ask('exceptions top crashes --rejects OUTSIDE/rejects'),
		error: /^2:12: --rejects is not allowed in a question file; use it on the command line, not in a question/,
	},
	'a higher limit for archives': {
		file: ask('exceptions top bomb.zip --max-ratio 1000000000'),
		error: refused('--max-ratio'),
	},
	'a password in a question': {
		file: ask('report current --filter prodVersion=${USAGECTL_PASSWORD}'),
		error: /^2:12: ask: \$\{USAGECTL_PASSWORD\} is a setting or credential of usagectl/,
	},
	'a password in a title': {
		file: 'questions:\n  q: {title: "${USAGECTL_ENGINE_PASSWORD}", ask: report current}\n',
		error: /^2:14: \$\{USAGECTL_ENGINE_PASSWORD\} is a setting or credential of usagectl/,
	},
	'the environment in the name of a folder': {
		file: `history: "\${HOME}"\n${ask('report current')}`,
		error: /^1:10: \$\{HOME\} is not set/,
	},
	'a history outside': {
		file: `history: ../outside\n${ask('report current')}`,
		error: /^1:10: history: '.*outside' is outside the folder of the file/,
	},
	'a history at an absolute path': {
		file: `history: OUTSIDE\n${ask('report current')}`,
		error: /^1:10: history: .* is outside/,
	},
	'a history among the hooks of git': {
		file: `history: .git/hooks\n${ask('report current')}`,
		error: /^1:10: history: '.*hooks' must be a folder in that of the file, and not hidden/,
	},
	'a history that is the folder of the file': {
		file: `history: .\n${ask('report current')}`,
		error: /^1:10: history: '.*' must be a folder in that of the file, and not hidden/,
	},
	'a history that is a link': {
		file: ask('report current'),
		links: {'usagectl-history': '../outside'},
		error: /^1:1: history: '.*usagectl-history' is outside the folder of the file/,
	},
	'a history that is a link to nothing yet': {
		file: `history: later\n${ask('report current')}`,
		links: {later: '../outside/later'},
		error: /^1:10: history: '.*later' is outside the folder of the file/,
	},
	'a history in a linked folder': {
		file: `history: out/history\n${ask('report current')}`,
		links: {out: '../outside'},
		error: /^1:10: history: '.*history' is outside the folder of the file/,
	},
	'results of a question that are a link out': {
		file: ask('report current'),
		links: {'usagectl-history/q': '../../outside'},
		error: /^1:1: history: '.*usagectl-history.q' is outside the folder of the file/,
	},
	'results of a question that are a link': {
		file: ask('report current'),
		links: {'usagectl-history/q': '../src'},
		others: {'src/main.c': 'int main;'},
		error: /^2:3: the folder of its results, .*q, is a link/,
	},
	'an archive to write outside': {
		file: before('exceptions sync ../outside'),
		error: /^2:15: before: \[dir\]: '\.\.\/outside' is outside the folder of the file/,
	},
	'an archive to write at an absolute path': {
		file: before('exceptions sync --unzip OUTSIDE/archive'),
		error: /^2:15: before: \[dir\]: '.*archive' is outside the folder of the file/,
	},
	'an archive to write through a link': {
		file: before('exceptions sync crashes'),
		links: {crashes: '../outside'},
		error: /^2:15: before: \[dir\]: 'crashes' is outside the folder of the file/,
	},
	'an archive with a table elsewhere': {
		file: before('exceptions sync crashes'),
		links: {'crashes/lines': '../../outside'},
		error: /^2:15: before: \[dir\]: the link '.*lines' is outside the folder of the file/,
	},
	'a command that writes, to run first': {
		file: before('keys set AAAA --quota 5'),
		error: /^2:15: before: expected 'exceptions sync DIR' or 'events sync DIR'/,
	},
	'a cluster for the command to run first': {
		file: before('exceptions sync crashes --base-url http://CLUSTER'),
		error: /^2:15: before: --base-url is not allowed in a question file/,
	},
	'a command that writes': {file: ask('keys set AAAA --quota 5'), error: /^2:12: keys set cannot be a question/},
	'any request': {file: ask('api /auth/login --set user=ada'), error: /^2:12: api cannot be a question/},
	'a filter from a file outside': {
		file: ask('report current --filter @OUTSIDE/secret.txt'),
		error: /^2:12: --filter: '.*secret.txt' is outside the folder of the file/,
	},
	'a filter from a file above': {
		file: ask('keys list --filter @../outside/secret.txt'),
		error: /^2:12: --filter: '\.\.\/outside\/secret.txt' is outside the folder of the file/,
	},
	'a filter from a linked file': {
		file: ask('exceptions top crashes --filter @filter'),
		links: {filter: '../outside/secret.txt'},
		others: {'crashes/readme': ''},
		error: /^2:12: --filter: 'filter' is outside the folder of the file/,
	},
	'a file of events outside': {
		file: ask('report events frequency --events-file ../outside/secret.txt'),
		error: /^2:12: --events-file: .* is outside the folder of the file/,
	},
	'crash reports outside': {
		file: ask('exceptions top ../outside'),
		error: /^2:12: \[paths\.\.\.\]: '\.\.\/outside' is outside the folder of the file/,
	},
	'a second path outside': {
		file: ask('exceptions top crashes ../outside'),
		others: {'crashes/readme': ''},
		error: /^2:12: \[paths\.\.\.\]: '\.\.\/outside' is outside the folder of the file/,
	},
	'a folder with a link to crash reports outside': {
		file: ask('exceptions top crashes'),
		links: {'crashes/1_exc_2026-06-01.csv': '../../outside/secret.txt'},
		error: /^2:12: \[paths\.\.\.\]: the link '.*csv' is outside the folder of the file/,
	},
	'an archive that no flag names, and is a link': {
		file: ask('release check latest'),
		links: {crashes: '../outside'},
		error: /^2:12: --crashes: 'crashes' is outside the folder of the file/,
	},
	'SQL over an archive outside': {
		file: ask(`query --archive OUTSIDE 'FROM crashes'`),
		error: /^2:12: --archive: '.*outside' is outside the folder of the file/,
	},
	'SQL over a history outside': {
		file: ask(`query --history ../outside 'FROM results'`),
		error: /^2:12: --history: '..\/outside' is outside the folder of the file/,
	},
	'SQL from a file outside': {
		file: ask('query -f ../outside/secret.txt'),
		error: /^2:12: --sql-file: '..\/outside\/secret.txt' is outside the folder of the file/,
	},
	'a cluster that query sends SQL to': {
		file: ask('query --engine trino://ada@CLUSTER/db/s "SELECT 1"'),
		error: refused('--engine'),
	},
	'a filter of crash reports that is invalid': {
		file: ask(`exceptions top crashes --filter 'prodVersoin=1'`),
		error: /^2:12: --filter:1:1: there is no property 'prodVersoin'/,
	},
};
