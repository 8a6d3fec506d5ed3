import {stemsOf} from '../text/word-stems.ts';

/** Words that people search for, with those that the texts use. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
	account: ['sign in', 'profile', 'current user'],
	ai: ['assistant'],
	alert: ['notify', 'question'],
	backup: ['archive', 'download'],
	bug: ['crash'],
	churn: ['lost', 'stay'],
	customer: ['key', 'installation'],
	daily: ['day'],
	dashboard: ['page', 'digest'],
	dau: ['active'],
	delete: ['remove', 'undo'],
	demo: ['sandbox'],
	excel: ['xlsx', 'spreadsheet'],
	export: ['list', 'csv'],
	feature: ['event'],
	graph: ['chart'],
	license: ['key'],
	llm: ['assistant', 'agent'],
	lose: ['lost'],
	loss: ['lost'],
	mau: ['active'],
	monthly: ['month'],
	offline: ['sandbox'],
	plot: ['chart'],
	retention: ['stay'],
	schedule: ['cron'],
	seat: ['quota'],
	timezone: ['time zone'],
	token: ['password', 'session'],
	uninstall: ['lost'],
	upload: ['import'],
	user: ['installation'],
	version: ['release'],
	weekly: ['week'],
	why: ['compare'],
};

const synonymsByStem = new Map(Object.entries(synonyms).map(([word, others]) => [stemsOf(word), others.map(stemsOf)]));

/**
 * Returns tests for texts of stems: do they have all of the words, themselves or as synonyms? With `isPart`, the beginning of a
 * word is enough.
 */
export function createSearch(words: readonly string[], isPart: boolean) {
	const wanted = words.map(stemsOf).map(stems => (isPart ? stems.trimEnd() : stems));
	const isSearchable = wanted.every(stems => stems.trim() !== '');
	return {
		isIn: (text: string) => isSearchable && wanted.every(stems => text.includes(stems)),
		isLike: (text: string) =>
			isSearchable &&
			wanted.every(stems => [stems, ...(synonymsByStem.get(stems) ?? [])].some(each => text.includes(each))),
	};
}
