/** A cluster to query, or an engine for which only setup statements can be printed. */
export type EngineAddress =
	| {
			readonly engine: 'trino' | 'clickhouse';
			readonly server: string;
			readonly user: string;
			readonly catalog: string;
			/** Schema of Trino or database of ClickHouse. */
			readonly schema: string;
	  }
	| {
			readonly engine: 'spark' | 'bigquery' | 'athena';
			/** The names after the colon, as in `bigquery:dataset/region.connection`. */
			readonly names: readonly string[];
	  };
export type ClusterAddress = Extract<EngineAddress, {readonly server: string}>;

const httpEngines = {
	trino: {names: ['catalog', 'schema'], ports: ['8080', '443'], example: 'trino://user@host:8080/catalog/schema'},
	clickhouse: {names: ['database'], ports: ['8123', '8443'], example: 'clickhouse://user@host:8123/database'},
} as const;
const setupOnlyEngines = ['spark', 'bigquery', 'athena'] as const;

export const exampleAddresses = `${httpEngines.trino.example} or ${httpEngines.clickhouse.example}`;

const isName = (name: string) => /^\w[\w-]*$/.test(name);

function parseServer(url: URL, engine: 'trino' | 'clickhouse', isSecure: boolean): ClusterAddress | string {
	const {names, ports, example} = httpEngines[engine];
	const path = url.pathname.replace(/^\/|\/$/g, '').split('/');
	if (url.password) return 'an address without a password (set USAGECTL_ENGINE_PASSWORD, or enter it when asked)';
	if (url.search || url.hash) return 'an address without ? and #';
	if (!url.hostname || !url.username) return `a user and a host, as in ${example}`;
	if (path.length !== names.length || !path.every(isName))
		return `${names.map(name => `a ${name}`).join(' and ')} after the host, as in ${example}`;
	const port = url.port || ports[isSecure ? 1 : 0];
	return {
		engine,
		server: `${isSecure ? 'https' : 'http'}://${url.hostname}:${port}`,
		user: decodeURIComponent(url.username),
		catalog: path.at(-2) ?? '',
		schema: path.at(-1) as string,
	};
}

/**
 * Parses `trino://user@host:8080/catalog/schema`, `clickhouse://user@host:8123/database` (both with an s after the name
 * for TLS), `spark:`, `bigquery:dataset/region.connection` and `athena:`. For other texts, returns what was expected.
 */
export function parseEngineAddress(text: string): EngineAddress | string {
	const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/.exec(text) ?? [];
	const plain = setupOnlyEngines.find(name => name === scheme);
	if (plain) {
		const names = rest.split('/').filter(name => name !== '');
		return names.every(name => /^[\w.-]+$/.test(name))
			? {engine: plain, names}
			: 'names of letters, digits, dots, - and _';
	}
	const engine = (['trino', 'clickhouse'] as const).find(name => scheme === name || scheme === `${name}s`);
	if (!engine || !URL.canParse(text)) return exampleAddresses;
	return parseServer(new URL(text), engine, scheme === `${engine}s`);
}

export const describeAddress = ({engine, server, catalog, schema}: ClusterAddress): string =>
	`${engine} at ${new URL(server).host} (${[catalog, schema].filter(name => name !== '').join('.')})`;
