import type {Group} from './cli/find/command-tree.ts';

export const groups: readonly Group[] = [
	{path: 'profile', summary: 'Manage profiles (named sets of settings)'},
	{path: 'keys', summary: 'List, import, compare and restore license keys'},
	{path: 'props', summary: 'List properties of installations, their values, and events', verb: 'list'},
	{path: 'clients', summary: 'List individual installations (newer servers)', verb: 'list'},
	{
		path: 'report',
		summary: 'Report on installations, churn and event usage',
		description:
			'Reports and flags marked (newer servers) need a newer version of the server at --base-url. An older server rejects their requests, and the command exits with status 4.',
	},
	{path: 'report churn', summary: 'Report on retention and lost installations', verb: 'retention'},
	{path: 'report events', summary: 'Report on event usage', verb: 'table'},
	{path: 'exceptions', summary: 'Download, group and query crash reports', advanced: ['engine-setup']},
	{
		path: 'events',
		summary: 'Download, group and query custom events',
		description:
			'A custom event is a single record that the product sent, with data of its own. For counts of tracked events, see `report events`.',
		advanced: ['engine-setup'],
	},
	{path: 'release', summary: 'Compare releases (versions) by their crashes', verb: 'list'},
	{path: 'filter', summary: 'Check, explain and convert filters and other expressions'},
	{path: 'questions', summary: 'Run saved reports (questions) with checks, and summarize them'},
	{
		path: 'history',
		summary: 'List, compare and query saved results of questions',
		verb: 'list',
		advanced: ['prune'],
	},
	{
		path: 'sandbox',
		summary: 'Run the whole service locally with synthetic data',
		advanced: ['export', 'import', 'options'],
	},
];

export const aliases: Readonly<Record<string, string>> = {crashes: 'exceptions'};
