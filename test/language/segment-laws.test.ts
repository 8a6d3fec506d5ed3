import fc from 'fast-check';
import {test} from 'vitest';
import {compileEvent, compileLevels, compileSegments} from '../../src/language/compile-expressions.ts';
import {printEvent} from '../../src/language/events/print-event.ts';
import {readJson} from '../../src/language/source/read-json.ts';
import {laws} from '../support/laws/laws.ts';
import {eventReference} from './support/models.ts';
import {levels, segmentation} from './support/segmentations.ts';

/** The laws of segments, levels and events: JSON survives conversion to text and back, and import (L6 to L8). */

const runs = laws(300);
const context = {today: '2025-03-15'};
function same(found: string, wanted: string): void {
	if (found !== wanted) throw new Error(`${found}\nis not\n${wanted}`);
}

const source = (text: string) => ({name: '--segment-by', text, readJson});

test('L6: printed segments parse as the same segments', () => {
	const read = (text: string) => compileSegments({segmentBy: source(text), segments: []}, context);
	fc.assert(
		fc.property(segmentation, item => {
			const wanted = JSON.stringify(item);
			const {json, canonical} = read(wanted);
			same(JSON.stringify(json), wanted);
			const again = read(canonical);
			same(JSON.stringify(again.json), wanted);
			same(again.canonical, canonical);
		}),
		runs,
	);
});

test('L7: printed levels parse as the same levels', () => {
	const read = (text: string) => compileLevels([source(text)], context);
	fc.assert(
		fc.property(levels, item => {
			const wanted = JSON.stringify(item);
			const {json, canonical} = read(wanted);
			same(JSON.stringify(json), wanted);
			same(JSON.stringify(read(canonical).json), wanted);
		}),
		runs,
	);
});

test('L8: printed events parse as the same events, with either quote', () => {
	const read = (text: string) => JSON.stringify(compileEvent(source(text), context).json);
	fc.assert(
		fc.property(eventReference, event => {
			const wanted = JSON.stringify(event);
			same(read(wanted), wanted);
			same(read(printEvent(event)), wanted);
			same(read(printEvent(event, '"')), wanted);
		}),
		runs,
	);
});
