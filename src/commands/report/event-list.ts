import type {EventReference} from '../../contract/event-reference.ts';
import type {ReportPath} from '../../contract/reports.ts';
import {CliError} from '../../errors.ts';
import type {Compiled} from '../../language/compile.ts';
import type {Source} from '../../language/source/source.ts';
import type {Context} from '../command.ts';
import {readTextFile, typedSources} from '../sources.ts';
import {accept, languageContext} from './expressions.ts';

export type EventFlags = {readonly event: readonly string[]; readonly eventsFile: string | undefined};

/** The lines of a file with the number of each; blank lines and comments left out. */
async function readLines(path: string, context: Context): Promise<{readonly source: Source; readonly line: number}[]> {
	const {name, text} = await readTextFile(path, context);
	return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
		const isEmpty = line.trim() === '' || line.trimStart().startsWith('#');
		return isEmpty ? [] : [{source: {name, text: line}, line: index + 1}];
	});
}

/** The same fault at the line of the file where it stands. */
function atLine(error: unknown, line: number): unknown {
	if (!(error instanceof CliError) || !error.details.place) return error;
	return new CliError(error.kind, error.message, {...error.details, place: {...error.details.place, line}});
}

function atItsLine<T>(line: number, compile: () => T): T {
	try {
		return compile();
	} catch (error) {
		throw atLine(error, line);
	}
}

/** That labels are not in the specification needs no word here: every combination gets one. */
const isOfInterest = ({code}: {readonly code: string}) => code !== 'combi-label';

/** What tells two events apart. */
const keyOf = (event: EventReference) =>
	'combiArray' in event ? JSON.stringify(event.combiArray) : JSON.stringify([event.category, event.name]);

/** A combination is named in the answer by its label (wire-facts 1.19): the canonical text where the user gave none. */
const withLabel = ({json, canonical}: Compiled<EventReference>): EventReference =>
	'combiArray' in json ? {combiLabel: json.combiLabel ?? canonical, combiArray: json.combiArray} : json;

function validateEvents(events: readonly EventReference[], words: readonly string[]): void {
	const keys = events.map(keyOf);
	const twice = keys.findIndex((key, place) => keys.indexOf(key) < place);
	if (twice >= 0)
		throw new CliError('usage', `the event ${words[twice]} is given twice`, {
			hint: 'give each event once',
			code: 'event-twice',
		});
	const labels = events.map(event => ('combiArray' in event ? event.combiLabel : undefined));
	const same = labels.findIndex((label, place) => label !== undefined && labels.indexOf(label) < place);
	if (same < 0) return;
	throw new CliError('usage', `two combinations have the label '${labels[same]}'`, {
		hint: 'give each its own label: Label = A/b + C/d',
		code: 'label-twice',
	});
}

/**
 * The events of `--event` and `--events-file`, in the order given; every combination has a label of its own. Throws CliError
 * of kind usage: none given, one given twice, or a fault with its place.
 */
export async function resolveEvents(
	flags: EventFlags,
	report: ReportPath,
	context: Context,
): Promise<{readonly events: readonly EventReference[]; readonly words: readonly string[]}> {
	const language = languageContext(report, context);
	const {compileEvent} = await import('../../language/compile.ts');
	const typed = typedSources('--event', flags.event).map(source => compileEvent(source, language));
	const lines = flags.eventsFile === undefined ? [] : await readLines(flags.eventsFile, context);
	const compiled = [...typed, ...lines.map(({source, line}) => atItsLine(line, () => compileEvent(source, language)))];
	if (compiled.length === 0) {
		throw new CliError('usage', 'no event is given', {
			hint: "give --event 'Category/Name' (several times for several), or --events-file; usagectl report events shows the names",
			code: 'no-event',
		});
	}
	for (const each of compiled) await accept({...each, warnings: each.warnings.filter(isOfInterest)}, context);
	const words = compiled.map(({canonical}) => canonical);
	const events = compiled.map(withLabel);
	validateEvents(events, words);
	return {events, words};
}
