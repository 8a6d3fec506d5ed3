import {firstName} from '../../../contract/later-names.ts';
import {campaignChannels} from '../../../contract/service-words.ts';
import {nearNames} from '../../../text/near-names.ts';
import type {Field} from '../../properties/catalogue.ts';
import type {Cursor} from '../../source/cursor.ts';
import type {Span} from '../../source/source-text.ts';
import {refuseSymbols, refuseToken, tokenSpan} from '../../values/bare-text.ts';
import {atQuote, quote, readQuoted, refuseAfterQuote, shown} from '../../values/quoting.ts';
import {alternativesOf, disjunction, type Explain, type Operand} from '../join/alternatives.ts';
import {type Grammar, readTree} from '../join/tree.ts';
import {campaignClash, flagClash} from '../kinds/alternatives.ts';
import type {Alternative} from '../model.ts';

/** Groups in parentheses: `licenseStatus(activated and not expired, whitelisted)`, `outreachDeliveries(auto/C1)`. */

/** Reads flags in parentheses. */
export const readFlagGroup = (cursor: Cursor, field: Field): readonly Alternative[] =>
	readGroup(cursor, readFlag(field), flagClash(field));

/** Reads campaigns in parentheses. */
export const readCampaignGroup = (cursor: Cursor): readonly Alternative[] =>
	readGroup(cursor, readCampaign, campaignClash);

/** Reads one flag, with `not` before it or without. */
export function readFlagItem(cursor: Cursor, field: Field): Operand {
	const start = cursor.at;
	const not = cursor.take('not') !== undefined;
	const {leaf} = readFlag(field)(not ? cursor.skipLines() : cursor);
	return {alternatives: [new Map([[leaf, !not]])], span: cursor.span(start)};
}

/** Reads `(…)`: and, or, not over leaves; a comma is the loosest or. */
function readGroup(cursor: Cursor, readLeaf: Grammar<string>['readLeaf'], explain: Explain): readonly Alternative[] {
	cursor.open();
	const grammar = {readLeaf, refuse: refuseInGroup};
	const groups = [alternativesOf(readTree(cursor, grammar), explain)];
	while (cursor.comma()) groups.push(alternativesOf(readTree(cursor, grammar), explain));
	cursor.close(() => refuseInGroup(cursor));
	return disjunction(groups);
}

function refuseInGroup(cursor: Cursor): never {
	refuseSymbols(cursor);
	return refuseToken(cursor, {expected: ["'and'", "'or'", "','", "')'"]});
}

/** Reads the name of a flag. */
const readFlag =
	(field: Field): Grammar<string>['readLeaf'] =>
	(cursor, after) => {
		cursor.expects('flag', {field});
		const start = cursor.at;
		const word = cursor.word();
		if (word === '') refuseMissing(cursor, field, after);
		const flag = field.parts.find(name => name.toLowerCase() === firstName(word.toLowerCase()));
		if (flag === undefined) {
			const suggest = nearNames(word, field.parts);
			const advice = suggest.length > 0 ? {suggest} : {expected: field.parts};
			const message = `${field.name} has no flag '${shown(word)}'`;
			return cursor.fail('unknown-flag', message, advice, tokenSpan(cursor));
		}
		cursor.at += word.length;
		return {leaf: flag, span: cursor.span(start)};
	};

function refuseMissing(cursor: Cursor, field: Field, after?: Span): never {
	refuseSymbols(cursor);
	const where = after ? `nothing follows '${cursor.text.slice(after.start, after.end)}'` : 'a flag is missing';
	const place = after ?? (cursor.atEnd ? cursor.last : cursor.here(1));
	return cursor.fail('expected-flag', where, {expected: field.parts}, place);
}

/** Reads `auto/ID` or `manual/ID`. */
const readCampaign: Grammar<string>['readLeaf'] = (cursor, after) => {
	cursor.expects('campaign');
	const start = cursor.at;
	const word = /^[^/]*/.exec(cursor.word())?.[0] ?? '';
	const channel = campaignChannels.find(name => name === word.toLowerCase());
	if (!channel) return refuseChannel(cursor, word, after);
	cursor.at += channel.length;
	const id = cursor.eat('/') ? readId(cursor) : undefined;
	if (id === undefined) {
		const help = `write ${channel}/ID, or ${channel}/${quote('an ID with blanks')}`;
		cursor.fail('outreach-channel', `the campaign is missing after ${channel}`, {help}, cursor.span(start));
	}
	return {leaf: `${channel}/${id}`, span: cursor.span(start)};
};

function refuseChannel(cursor: Cursor, word: string, after?: Span): never {
	refuseSymbols(cursor);
	const message = word === '' ? 'a campaign is missing' : `'${shown(word)}' is not a delivery channel`;
	const place = word === '' && after ? after : cursor.here(Math.max(1, word.length));
	return cursor.fail('outreach-channel', message, {expected: ['auto/ID', 'manual/ID']}, place);
}

/** Reads one word or a quoted text, if there is one. */
function readId(cursor: Cursor): string | undefined {
	const mark = cursor.char;
	if (atQuote(cursor)) {
		const id = readQuoted(cursor);
		refuseAfterQuote(cursor, mark);
		return id;
	}
	return cursor.readWord() || undefined;
}
