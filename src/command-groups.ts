import type {Group} from './cli/find/command-tree.ts';

export const groups: readonly Group[] = [
	{path: 'profile', summary: 'Manage named connection settings'},
	{path: 'config', summary: 'Manage defaults'},
	{path: 'keys', summary: 'List, import, compare and restore license keys'},
	{path: 'props', summary: 'List properties, their values, and events', verb: 'list'},
	{path: 'clients', summary: 'List individual installations (newer servers)', verb: 'list'},
	{path: 'report', summary: 'Report on installations, churn and event usage'},
	{path: 'report churn', summary: 'Report on retention and lost installations', verb: 'retention'},
	{path: 'report events', summary: 'Report on event usage', verb: 'table'},
	{path: 'exceptions', summary: 'Download, group and query crash reports'},
	{path: 'events', summary: 'Download, group and query custom events'},
	{path: 'events raw', summary: 'Download raw events (newer servers, extra cost)', verb: 'files'},
	{path: 'filter', summary: 'Check, explain and convert filter expressions'},
	{path: 'questions', summary: 'Run saved questions with checks, and summarize the results'},
	{path: 'history', summary: 'Compare past results', verb: 'list'},
	{path: 'sandbox', summary: 'Run the whole service locally with synthetic data'},
];

export const aliases: Readonly<Record<string, string>> = {crashes: 'exceptions'};

export const renamed: Readonly<Record<string, string>> = {
	run: 'questions run',
	init: 'questions init',
	save: 'questions add',
	digest: 'questions digest',
	schema: 'questions schema',
};
