import type {OutreachFilter} from '../../contract/filter-schemas.ts';
import {campaignChannels} from '../../contract/request-words.ts';
import type {Cursor} from '../source/cursor.ts';
import type {Span} from '../source/source-text.ts';
import {rejectSymbols} from '../values/bare-text.ts';
import {atQuote, quote, quoteIfNeeded, readQuoted, rejectAfterQuote, shorten} from '../values/quoting.ts';
import {type Alternative, type ExplainClash, filterOfAlternatives, readGroup} from './alternatives.ts';
import type {Grammar} from './and-or-tree.ts';
import {requireCall} from './operators.ts';

/** Filters on deliveries of campaigns (docs/service.md#filter-kinds). */

const splitKey = (key: string) => {
	const [channel = ''] = key.split('/', 1);
	return {channel, id: key.slice(channel.length + 1)};
};

const campaignClash: ExplainClash = key => `campaign ${key} cannot be both delivered and undelivered`;

const printCampaigns = (alternative: OutreachFilter[number]): string =>
	campaignChannels
		.flatMap(channel => {
			const {delivered = [], undelivered = []} = alternative[channel] ?? {};
			const print = (id: string) => `${channel}/${quoteIfNeeded(id)}`;
			return [...delivered.map(print), ...undelivered.map(id => `not ${print(id)}`)];
		})
		.join(' and ');

export const campaignFilter = filterOfAlternatives({
	kind: 'campaigns',
	read(cursor, target, name) {
		requireCall(cursor, target, name, 'a campaign', "auto/'Spring sale'");
		return readGroup(cursor, readCampaign, campaignClash);
	},
	toJson: campaignsJson,
	printOne: printCampaigns,
	explain(_, alternatives) {
		const say = ([key, delivered]: readonly [string, boolean]) =>
			`campaign ${shorten(key)} was ${delivered ? '' : 'not '}delivered`;
		const text = alternatives.map(item => [...item].map(say).join(' and ')).join(', or ');
		return text.charAt(0).toUpperCase() + text.slice(1);
	},
	clash: () => campaignClash,
	inOrder(_, alternative) {
		const rank = ([key, delivered]: readonly [string, boolean]) =>
			(key.startsWith('auto/') ? 0 : 2) + (delivered ? 0 : 1);
		return new Map([...alternative].sort((a, b) => rank(a) - rank(b)));
	},
});

const readCampaign: Grammar<string>['readLeaf'] = (cursor, after) => {
	cursor.expects('campaign');
	const start = cursor.at;
	const word = /^[^/]*/.exec(cursor.word())?.[0] ?? '';
	const channel = campaignChannels.find(name => name === word.toLowerCase());
	if (!channel) return rejectChannel(cursor, word, after);
	cursor.at += channel.length;
	const id = cursor.eat('/') ? readId(cursor) : undefined;
	if (id === undefined) {
		const help = `write ${channel}/ID, or ${channel}/${quote('an ID with spaces')}`;
		cursor.fail('outreach-channel', `the campaign is missing after ${channel}`, {help}, cursor.span(start));
	}
	return {leaf: `${channel}/${id}`, span: cursor.span(start)};
};

function rejectChannel(cursor: Cursor, word: string, after?: Span): never {
	rejectSymbols(cursor);
	const message = word === '' ? 'a campaign is missing' : `'${shorten(word)}' is not a delivery channel`;
	const place = word === '' && after ? after : cursor.here(Math.max(1, word.length));
	return cursor.fail('outreach-channel', message, {expected: ['auto/ID', 'manual/ID']}, place);
}

function readId(cursor: Cursor): string | undefined {
	const mark = cursor.char;
	if (atQuote(cursor)) {
		const id = readQuoted(cursor);
		rejectAfterQuote(cursor, mark);
		return id;
	}
	return cursor.readWord() || undefined;
}

/** Always writes both arrays of a channel: the service does not say that one may be missing. */
function campaignsJson(alternative: Alternative): object {
	const all = [...alternative].map(([key, delivered]) => ({...splitKey(key), delivered}));
	const named = campaignChannels.flatMap(channel => {
		const mine = all.filter(item => item.channel === channel);
		const ids = (wanted: boolean) => mine.filter(({delivered}) => delivered === wanted).map(({id}) => id);
		return mine.length === 0 ? [] : [[channel, {delivered: ids(true), undelivered: ids(false)}]];
	});
	return Object.fromEntries(named);
}
