import type {EventReference} from '../contract/event-reference.ts';
import type {GlobalFilters} from '../contract/filters.ts';
import type {KeyFilters} from '../contract/operations/license-keys.ts';
import type {Levels} from '../contract/segments.ts';
import {
	type Compiled,
	compileEvent,
	compileFilter,
	compileKeyFilter,
	compileLevels,
	compileSegments,
} from '../language/compile.ts';
import type {LanguageContext} from '../language/context.ts';
import {compileKind, type ExpressionKind} from '../language/kinds.ts';
import type {Segmentation} from '../language/segment/import.ts';

/** What an expression is checked against; `today` is this machine's day when absent. */
export type ExpressionOptions = Partial<LanguageContext>;

/** An expression in the service's JSON, with its canonical text, which compiles to the same, and what it says in sentences. */
export type Expression<Json> = Pick<Compiled<Json>, 'json' | 'canonical' | 'warnings' | 'notes'> & {
	readonly explanation: readonly string[];
};

const toExpression = <Json>({json, canonical, warnings, notes, explain}: Compiled<Json>): Expression<Json> => ({
	json,
	canonical,
	warnings,
	notes,
	explanation: explain(),
});

const twoDigits = (value: number) => String(value).padStart(2, '0');
function withToday(options: ExpressionOptions): LanguageContext {
	const now = new Date();
	return {today: `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`, ...options};
}
const sourcesOf = (name: string, texts: string | readonly string[]) => [texts].flat().map(text => ({name, text}));

/** `prodVersion=4.* and ram>=8GB` to `globalFilters`; several texts are joined by and. */
export const filter = (texts: string | readonly string[], options: ExpressionOptions = {}): Expression<GlobalFilters> =>
	toExpression(compileFilter(sourcesOf('filter', texts), withToday(options)));

/** `overQuotaCount>=1` to `filters` of listKeys. */
export const keyFilter = (texts: string | readonly string[], options: ExpressionOptions = {}): Expression<KeyFilters> =>
	toExpression(compileKeyFilter(sourcesOf('filter', texts), withToday(options)));

/** `ram: Small = ..<4GB, Big = 4GB..` to `segmentBy` and `segments`; more segments may follow as texts of their own. */
export const segments = (
	segmentBy: string,
	more: readonly string[] = [],
	options: ExpressionOptions = {},
): Expression<Segmentation> =>
	toExpression(
		compileSegments(
			{segmentBy: {name: 'segments', text: segmentBy}, segments: sourcesOf('segments', more)},
			withToday(options),
		),
	);

/** `os.version: each * limit 5` to `levels` of the current report, outermost first. */
export const levels = (texts: string | readonly string[], options: ExpressionOptions = {}): Expression<Levels> =>
	toExpression(compileLevels(sourcesOf('level', texts), withToday(options)));

/** `Export/PDF + Export/XPS` to an event reference. */
export const event = (text: string, options: ExpressionOptions = {}): Expression<EventReference> =>
	toExpression(compileEvent({name: 'event', text}, withToday(options)));

/** The service's JSON of any kind back to texts, canonical; a level is a text of its own. */
export const print = (kind: ExpressionKind, json: object): readonly string[] =>
	compileKind(kind, [{name: 'JSON', text: JSON.stringify(json)}], withToday({anyCode: true})).print("'");
