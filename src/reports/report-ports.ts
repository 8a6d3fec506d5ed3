import type {Property} from '../contract/properties.ts';
import type {FootnoteKind} from '../output/footnotes.ts';
import type {FileFormat, Format} from '../output/formats.ts';
import type {Client, Clock, Terminal} from '../ports.ts';

/** The flags of every command that matter to a report. */
export type ReportGlobals = {
	readonly baseUrl: string | undefined;
	readonly profile: string;
	readonly products: readonly number[];
	readonly sandbox: boolean;
	readonly anyCode: boolean;
	readonly anyProperty: readonly Property[];
	readonly clamp: boolean;
	readonly lostAfter: number | undefined;
	/** Each of these allows only the requests of the report itself, or none. */
	readonly raw: boolean;
	readonly dryRun: boolean;
	readonly printRequest: string | undefined;
	readonly quiet: boolean;
	/** The columns and rows that are shown decide which caveats are told. */
	readonly output: Format | FileFormat;
	readonly chart: boolean;
	readonly html: string | undefined;
	readonly fields: readonly string[] | undefined;
};

export type ReportPorts = {
	readonly globals: ReportGlobals;
	readonly today: string;
	readonly clock: Clock;
	/** Aborts when the user interrupts. */
	readonly signal: AbortSignal;
	/** The folder of facts that earlier responses told. Undefined: none are kept. */
	readonly stateDir: string | undefined;
	readonly terminal: Pick<Terminal, 'stdin'>;
	readonly product: () => Promise<number>;
	/** Sends the product with each call. */
	readonly connect: () => Promise<Client>;
	/** The name of the sandbox's data, by which facts about it are kept; undefined for data that may change. */
	readonly sandbox: (() => Promise<{readonly dataName: string | undefined}>) | undefined;
	readonly note: (text: string) => Promise<void>;
	/** Throws CliError (usage) with `--strict`. */
	readonly warn: (text: string) => Promise<void>;
	readonly footnote: (text: string, kind?: FootnoteKind) => Promise<void>;
	readonly caveat: (text: string, kind?: FootnoteKind) => Promise<void>;
	/** Written with `-v`. */
	readonly detail: (text: string) => Promise<void>;
};
