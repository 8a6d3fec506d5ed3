/** What the flags that mean the same everywhere came to (cli.md, section 2), after flag, environment, profile, config and default. */
export type Globals = {
	readonly output: 'table' | 'json' | 'ndjson' | 'csv' | 'tsv' | 'md';
	readonly out: string | undefined;
	readonly fields: readonly string[] | undefined;
	readonly header: boolean;
	readonly raw: boolean;
	readonly limit: number | undefined;
	readonly dryRun: boolean;
	readonly yes: boolean;
	readonly strict: boolean;
	readonly anyCode: boolean;
	readonly clamp: boolean;
	readonly quiet: boolean;
	readonly verbose: boolean;
	readonly debug: boolean;
	readonly input: boolean;
	readonly sandbox: boolean;
	readonly profile: string;
	readonly baseUrl: string | undefined;
	readonly timeoutMs: number;
	readonly retries: number;
	/** Days of inactivity that the profile sets for `--lost-after`. */
	readonly lostAfter: number | undefined;
};
