import type {FileSelection} from '../../archive/download/choose-files.ts';
import type {FileSource, LogFile} from '../../archive/download/log-file.ts';
import type {DownloadPorts} from '../../archive/download/run-download.ts';
import type {LogKind} from '../../archive/log-kinds.ts';
import {downloadColumns, presentDownload} from '../../archive/results/download-rows.ts';
import {type Context, defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {type Options, optional, toggle} from '../../cli/definition/flag.ts';
import {outputPath} from '../../cli/definition/flag-values.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {CliError} from '../../errors.ts';
import {validateStaysInRepository} from '../../files/trust/inside-folder.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {concurrency, daysFlags, getDays, kind as kindFlag, maxRatio, maxSize, unzip, wait} from './file-flags.ts';

const placeFlags = {
	dir: optional({
		flags: '-d, --dir <dir>',
		summary: 'Target folder (default: current folder)',
		parse: path => outputPath(path),
		complete: 'directory',
	}),
	unzip,
	keepZip: toggle({flags: '--keep-zip', summary: 'With --unzip, keep the zip files as well'}),
	overwrite: toggle({flags: '--overwrite', summary: 'Download existing files again and replace them'}),
	stdout: toggle({flags: '--stdout', summary: 'Write one file to stdout; with --unzip, its content'}),
};
const limitFlags = {concurrency, maxSize, maxRatio};
const flags = {
	...daysFlags,
	kind: kindFlag,
	all: toggle({flags: '--all', summary: 'Download all files except the open one'}),
	...placeFlags,
	wait,
	...limitFlags,
};
const listFlags = '--to, --kind or --all';

const args = (source: LogKind) =>
	[
		{
			name: '[names...]',
			summary: `Names of files, as listed by \`${source} files\`; required without --period, --from, ${listFlags}`,
			complete: 'remoteFile',
		},
	] as const;

function getSelection(
	names: readonly string[],
	{from, to, period, kind: kinds, all}: Options<typeof flags>,
	{today, kind: source}: {readonly today: string; readonly kind: LogKind},
): FileSelection {
	const isRange = [from, to, period].some(word => word !== undefined) || kinds.length > 0 || all;
	if (names.length > 0 && isRange)
		throw new CliError('usage', `file names cannot be combined with --period, --from, ${listFlags}`, {
			hint: 'give names or flags, not both',
		});
	if (names.length > 0) return {names};
	if (!isRange)
		throw new CliError('usage', 'file names are missing', {
			hint: `give names from the output of usagectl ${source} files, or --period, --from, ${listFlags}`,
		});
	const {since, until} = getDays({from, to, period}, today);
	return {since, until, ...(kinds.length > 0 ? {kinds} : {})};
}

function validateListed(names: readonly string[], files: readonly LogFile[], kind: LogKind): void {
	const listed = files.map(({name}) => name);
	const unknown = names.filter(name => !listed.includes(name));
	const [first] = unknown;
	if (first === undefined) return;
	const advice = suggestion(nearNames(first, listed), `to list the files: usagectl ${kind} files`);
	throw new CliError('usage', `the service does not list ${unknown.join(', ')}`, advice);
}

function getOnly(names: readonly string[], files: readonly LogFile[]): LogFile {
	const [file, ...others] = files.filter(({name}) => names.includes(name));
	if (file && others.length === 0) return file;
	throw new CliError('usage', '--stdout needs exactly one file', {
		hint: 'name one file, or download several to a folder: -d DIR',
	});
}

const getForms = ({unzip: unpacked, keepZip}: Options<typeof flags>) => ({zip: keepZip || !unpacked, unpacked});

export const createDownloadPorts = async (
	kind: FileSource,
	{connect, clock, signal, progress, globals}: Context,
): Promise<DownloadPorts> => ({
	client: await connect(),
	kind,
	clock,
	signal,
	progress,
	retries: globals.retries,
	timeoutMs: globals.timeout,
});

async function downloadFiles(
	source: LogKind,
	{options, names, context}: {options: Options<typeof flags>; names: readonly string[]; context: Context},
): Promise<Outcome> {
	const selection = getSelection(names, options, {today: context.today, kind: source});
	if (options.stdout && names.length !== 1) getOnly(names, []);
	const folder = options.dir ?? '.';
	await validateStaysInRepository(folder);
	const {listLogFiles} = await import('../../archive/download/open-files.ts');
	const ports = await createDownloadPorts(source, context);
	const files = await listLogFiles(ports);
	validateListed(names, files, source);
	const {dir, maxSize: maxBytes, maxRatio, wait: waitMs, overwrite, concurrency: atOnce} = options;
	if (options.stdout) {
		const file = getOnly(names, files);
		const {streamFile} = await import('../../archive/download/stream-file.ts');
		return {
			text: streamFile(
				{file, unpack: options.unzip, folder: dir, stateDir: context.stateDir, maxBytes, maxRatio, waitMs},
				ports,
			),
		};
	}
	const {downloadSelection} = await import('../../archive/download/run-download.ts');
	const request = {
		folder,
		files,
		selection,
		forms: getForms(options),
		overwrite,
		concurrency: atOnce,
		maxBytes,
		maxRatio,
		waitMs,
		needsOpen: true,
	};
	return presentDownload({...(await downloadSelection(request, ports)), source, folder}, context);
}

export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			`Downloads files to a folder. Each file is verified (size, and CRC-32 of every entry) before it gets its final name. Complete files are not downloaded again, nor are daily files whose day is in a monthly file. ` +
			'The open file (that of the current day) is not final yet; it is downloaded only by name or with --kind open.',
		examples: [
			{
				line: `usagectl ${kind} download --from 2026-01-01 -d files`,
				caption: 'all files since the beginning of 2026',
			},
			{line: `usagectl ${kind} download --kind monthly --unzip -d files`, caption: 'monthly files, unpacked'},
		],
		takes: [...requestGroups, 'today', 'tz', 'rows'],
		flags,
		args: args(kind),
		product: 'many',
		reportsChanges: true,
		columns: () => downloadColumns,
		run: (options, names, context) => downloadFiles(kind, {options, names, context}),
	});
