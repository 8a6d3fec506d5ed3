import type {EventReference} from '../../contract/event-reference.ts';
import type {ReportFamily} from '../../contract/properties.ts';
import {CliError} from '../../errors.ts';
import type {Compiled} from '../../language/compile-expressions.ts';
import type {Source} from '../../language/source/source-text.ts';
import type {ReportPorts} from '../report-ports.ts';
import {readTextFile, typedSources, withJson} from './expression-sources.ts';
import type {Expressions} from './report-expressions.ts';

/** The reports of a family cover only the events that the product marks as advanced. */
export const getEventHint = (family?: ReportFamily): string =>
	`add --event 'Category/Name', once per event, or --events-file; ${family === undefined ? 'usagectl report events lists the names' : advancedHint}`;

export const advancedHint = 'to list the events that the report covers: usagectl props events --advanced';

type EventFlags = {readonly event: readonly string[]; readonly eventsFile: string | undefined};

/** Returns the lines of a file with their numbers, without blank lines and comments. */
async function readEventLines(
	path: string,
	context: ReportPorts,
): Promise<{readonly source: Source; readonly line: number}[]> {
	const {name, text} = await readTextFile(path, context);
	const lines = text.split(/\r\n|\r|\n/).map((line, index) => ({text: line, line: index + 1}));
	const written = lines.filter(({text: line}) => line.trim() !== '' && !line.trimStart().startsWith('#'));
	return Promise.all(written.map(async ({text: own, line}) => ({source: await withJson({name, text: own}), line})));
}

function compileAtLine<T>(line: number, compile: () => T): T {
	try {
		return compile();
	} catch (error) {
		if (!(error instanceof CliError) || !error.details.place) throw error;
		throw new CliError(error.kind, error.message, {...error.details, place: {...error.details.place, line}});
	}
}

/** Hides the warning that labels are undocumented, since every combination gets a label. */
const isShown = ({code}: {readonly code: string}) => code !== 'combi-label';

/** Returns equal keys for events that count the same. */
const keyOf = (event: EventReference) =>
	'combiArray' in event ? JSON.stringify(event.combiArray) : JSON.stringify([event.category, event.name]);

/** The response names a combination by its label; the default is the canonical text. */
const withLabel = ({json, canonical}: Compiled<EventReference>): EventReference =>
	'combiArray' in json ? {combiLabel: json.combiLabel ?? canonical, combiArray: json.combiArray} : json;

/** Tests for events of which a use can count for two: those that are in a sum too, and patterns, which only the server reads. */
export function canOverlap(events: readonly EventReference[]): boolean {
	const parts = events.flatMap(event => ('combiArray' in event ? event.combiArray : [event]));
	const isPattern = (part: object) => Object.values(part).includes('regex');
	const names = new Set(parts.map(({category, name}) => JSON.stringify([category, name])));
	return events.length > 1 && (parts.some(isPattern) || names.size < parts.length);
}

function validateEvents(events: readonly EventReference[], texts: readonly string[]): void {
	const keys = events.map(keyOf);
	const twice = keys.findIndex((key, place) => keys.indexOf(key) < place);
	if (twice >= 0)
		throw new CliError('usage', `the event ${texts[twice]} is given twice`, {
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
 * Compiles `--event` and `--events-file` in the given order. Throws CliError (usage) if there is no event, for one given twice,
 * and for invalid ones, with their position.
 */
export async function resolveEvents(
	flags: EventFlags,
	{compile}: Expressions,
	context: ReportPorts,
): Promise<{readonly events: readonly EventReference[]; readonly texts: readonly string[]}> {
	const lines = flags.eventsFile === undefined ? [] : await readEventLines(flags.eventsFile, context);
	const typed = await typedSources('--event', flags.event);
	if (typed.length + lines.length === 0) {
		throw new CliError('usage', 'no event is given', {hint: getEventHint(), code: 'no-event'});
	}
	const {compileEvent} = await import('../../language/compile-expressions.ts');
	const {json} = await compile(language => {
		const compiled = [
			...typed.map(source => compileEvent(source, language)),
			...lines.map(({source, line}) => compileAtLine(line, () => compileEvent(source, language))),
		];
		const texts = compiled.map(({canonical}) => canonical);
		return {
			json: {events: compiled.map(withLabel), texts},
			canonical: texts.join('\n'),
			warnings: compiled.flatMap(({warnings}) => warnings.filter(isShown)),
			notes: compiled.flatMap(({notes}) => notes),
		};
	});
	validateEvents(json.events, json.texts);
	return json;
}
