/** How a table gives a column its room on a terminal that is narrower than the rows. */
export type Room = {
	/** Columns are shown in this order as long as they fit; 2 when absent. Those of one priority come from left to right. */
	readonly priority?: 1 | 2 | 3;
	/** A column of text is not made narrower than this; 8 when absent, 32 for the first column. */
	readonly least?: number;
	/** What is cut off: the start of a path or a qualified name, or all lines but the first. Otherwise the end. */
	readonly cut?: 'start' | 'lines';
	/** A sentence to read to its end: it goes on in the next line. */
	readonly isWrapped?: true;
};

/** The room of columns by their keys, for the tables of all commands. */
const rooms: Readonly<Record<string, Room>> = {
	// keys runs
	state: {least: 10},
	file: {least: 16, cut: 'start'},
	// keys list
	licenseType: {priority: 1, least: 14},
	expiryDate: {priority: 1},
	installQuota: {priority: 1},
	installCount: {priority: 1},
	// exceptions files, events files
	fileName: {priority: 1, least: 48},
	fileStartDate: {priority: 3},
	fileStopDate: {priority: 3},
	// props list, report events
	name: {priority: 1, least: 25},
	friendlyName: {priority: 1, least: 17},
	filterType: {priority: 3},
	// doctor, api --list, sandbox assumptions
	detail: {isWrapped: true, least: 20},
	advice: {isWrapped: true, least: 20},
	summary: {priority: 1, isWrapped: true, least: 20},
	question: {isWrapped: true, least: 20},
	does: {isWrapped: true, least: 20},
	values: {isWrapped: true, least: 12},
	// report events frequency
	eventCounts: {priority: 1},
	uniqueUsersUsedAtLeastOnce: {priority: 1},
	// run
	figure: {priority: 3},
	changePercent: {priority: 3},
	since: {priority: 3},
	verdict: {priority: 1},
	reason: {priority: 1, least: 28, isWrapped: true},
	// exceptions top
	fingerprint: {priority: 1, least: 16},
	count: {priority: 1},
	class: {priority: 1, least: 22, cut: 'start'},
	message: {priority: 1, least: 24, cut: 'lines'},
	method: {least: 14, cut: 'start'},
	firstDay: {priority: 3},
	lastDay: {priority: 3},
	firstVersion: {priority: 3},
	lastVersion: {priority: 3},
	trend: {priority: 3},
	// exceptions tail, events tail
	timestamp: {priority: 1, least: 19},
	'exception.class': {priority: 1, least: 14, cut: 'start'},
	'exception.method': {least: 12, cut: 'start'},
	'exception.message': {priority: 1, least: 18, cut: 'lines'},
	'event.category': {least: 10},
	'event.name': {priority: 1, least: 14},
	'event.data': {least: 14, cut: 'lines'},
};

/** The room of a column by its key. */
export const getRoom = (key: string): Room => (Object.hasOwn(rooms, key) ? (rooms[key] ?? {}) : {});
