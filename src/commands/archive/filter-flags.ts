import type {LogKind} from '../../archive/files/log-kinds.ts';
import type {RecordFilter} from '../../archive/tables/relations.ts';
import {type Flags, type Options, optional, repeatedList} from '../../cli/definition/flag.ts';
import {listOf, text, writtenPath} from '../../cli/definition/flag-values.ts';
import {profileFlags} from '../../cli/definition/globals.ts';
import {maxRatio} from './file-flags.ts';

/** The lines that make the folders of the examples. */
export const producedBy: Readonly<Record<LogKind, string>> = {
	exceptions: 'usagectl exceptions sync crashes',
	events: 'usagectl events sync events',
};

/** Flags of the commands that read downloaded lines. */
export const filterFlags = {
	engine: profileFlags.engine,
	since: optional({flags: '--since <date>', summary: 'count lines of this day or later', parse: text}),
	until: optional({flags: '--until <date>', summary: 'count lines of this day or earlier', parse: text}),
	version: repeatedList({
		flags: '--version <versions>',
		summary: 'only these; * matches any text, as in 5.*',
		parse: listOf(text),
	}),
	os: repeatedList({
		flags: '--os <systems>',
		summary: 'only these, as the lines name them; * matches any text',
		parse: listOf(text),
	}),
	country: repeatedList({flags: '--country <codes>', summary: 'only these countries', parse: listOf(text)}),
	where: optional({
		flags: '--where <sql>',
		summary: 'a condition in SQL over the columns, such as "ram::INT > 4096"',
		parse: text,
	}),
	maxRatio,
	rejects: optional({
		flags: '--rejects <file>',
		summary: 'write rows that could not be read to this file',
		parse: path => writtenPath(path),
		complete: 'file',
	}),
} satisfies Flags;

export const getFilter = ({version, os, country, where}: Options<typeof filterFlags>): RecordFilter => ({
	versions: version,
	systems: os,
	countries: country,
	where,
});
