/** The two kinds of records. `folder` is the archive folder, relative to the current one, if the user names none. */
export const logKinds = {
	exceptions: {
		code: 'exc',
		folder: 'crashes',
		files: 'crash files',
		record: 'crash report',
		records: 'crash reports',
		title: 'Crashes',
		columnsOfOther: /^event_/,
	},
	events: {
		code: 'cust',
		folder: 'event-archive',
		files: 'event files',
		record: 'event record',
		records: 'event records',
		title: 'Events',
		columnsOfOther: /^exception_/,
	},
} as const;
export type LogKind = keyof typeof logKinds;
