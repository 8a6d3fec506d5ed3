import {join} from 'node:path';
import type {FileSource} from '../../archive/kinds.ts';
import type {LogFile} from '../../archive/log-file.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {type Options, optional, toggle} from '../../cli/definition/flag.ts';
import {writtenPath} from '../../cli/definition/values.ts';
import {CliError} from '../../errors.ts';
import {concurrency, kind as kindFlag, maxRatio, maxSize, since, until, unzip, wait} from './options.ts';
import {createPorts} from './ports.ts';
import {columns, present} from './results.ts';
import {getSelection, validateListed} from './selection.ts';

const flags = {
	since,
	until,
	kind: kindFlag,
	all: toggle({flags: '--all', summary: 'all final files'}),
	dir: optional({
		flags: '-d, --dir <dir>',
		summary: 'target folder; else the current one',
		parse: path => writtenPath(path),
		complete: 'directory',
	}),
	unzip,
	keepZip: toggle({flags: '--keep-zip', summary: 'with --unzip: keep the zip too'}),
	overwrite: toggle({flags: '--overwrite', summary: 'fetch files again that exist, and replace them'}),
	stdout: toggle({flags: '--stdout', summary: 'one file to stdout; with --unzip its content'}),
	wait,
	concurrency,
	maxSize,
	maxRatio,
};

/** Returns the one file for stdout. Throws CliError `usage` unless there is exactly one. */
function getOnly(names: readonly string[], files: readonly LogFile[]): LogFile {
	const [file, ...others] = files.filter(({name}) => names.includes(name));
	if (file && others.length === 0) return file;
	throw new CliError('usage', '--stdout takes the name of one file', {
		hint: 'name one file, or use a folder for several (-d DIR)',
	});
}

const getForms = ({unzip: unpacked, keepZip}: Options<typeof flags>) => ({zip: keepZip || !unpacked, unpacked});

/** `exceptions download`, `events download`: files into a folder, or one to stdout. */
export const createCommand = (kind: FileSource) =>
	defineCommand({
		description:
			'Each file is fetched with a one-time address, and checked (size and CRC-32 of every entry) before it gets its name. ' +
			`Complete files are not fetched again${kind === 'events raw' ? '' : ', nor are days that a monthly file has'}.`,
		examples: [
			{
				line: `usagectl ${kind} download --since 2026-01-01 -d files`,
				does: 'all files with lines of this year',
			},
			kind === 'events raw'
				? {line: `usagectl ${kind} download --all --unzip -d files`, does: 'all that are kept, unpacked'}
				: {line: `usagectl ${kind} download --kind monthly --unzip -d files`, does: 'months, unpacked'},
		],
		flags,
		args: [{name: '[names...]', summary: `files to fetch, as ${kind} files lists them`, complete: 'remoteFile'}],
		product: 'many',
		columns: () => columns,
		run: async (options, names, context) => {
			const selection = getSelection(names, options, {today: context.today, kind});
			if (options.stdout && names.length !== 1) getOnly(names, []);
			const {listLogFiles} = await import('../../archive/download/open-files.ts');
			const ports = await createPorts(kind, context);
			const files = await listLogFiles(ports);
			validateListed(names, files, kind);
			const {dir, maxSize: maxBytes, maxRatio, wait: waitMs, overwrite, concurrency: atOnce} = options;
			if (options.stdout) {
				const file = getOnly(names, files);
				const {streamFile} = await import('../../archive/download/stream-file.ts');
				return {
					text: streamFile(
						{file, unpack: options.unzip, folder: dir ?? join(context.stateDir, 'work'), maxBytes, maxRatio, waitMs},
						ports,
					),
				};
			}
			const {download} = await import('../../archive/download/download.ts');
			const folder = dir ?? '.';
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
			return present(await download(request, ports), folder, context);
		},
	});
