import type {LineFilter} from '../../archive/lines/filter.ts';
import {type Flags, type Options, optional, repeated} from '../flag.ts';
import {listOf, text} from '../values.ts';

/** Flags of the commands that read lines on this disk. */
export const filterFlags = {
	since: optional({flags: '--since <date>', summary: 'count lines of that day or later', parse: text}),
	until: optional({flags: '--until <date>', summary: 'count lines of that day or earlier', parse: text}),
	version: repeated({flags: '--version <versions>', summary: 'only these; 5.* is a pattern', parse: listOf(text)}),
	os: repeated({
		flags: '--os <systems>',
		summary: 'only these, as the lines call them; a star is a pattern',
		parse: listOf(text),
	}),
	country: repeated({flags: '--country <codes>', summary: 'only these countries', parse: listOf(text)}),
	where: optional({
		flags: '--where <sql>',
		summary: 'a condition of your own over the columns, such as "ram::INT > 4096"',
		parse: text,
	}),
	rejects: optional({
		flags: '--rejects <file>',
		summary: 'keep rows that could not be read',
		parse: text,
		complete: 'file',
	}),
} satisfies Flags;

export const getFilter = ({version, os, country, where}: Options<typeof filterFlags>): LineFilter => ({
	versions: version.flat(),
	systems: os.flat(),
	countries: country.flat(),
	where,
});
