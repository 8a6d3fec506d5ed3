import {batch, task as xml} from '../../../src/reference/topics/scheduler.ts';
import type {Promised} from '../promise.ts';

const area = 'cmd and the Task Scheduler';
const filters = [
	"prodEdition='Pro Plus'",
	'country=US,DE and ram>=8GB',
	"prodVersion~'^4\\.' or prodEdition='a&b'",
	'ram<8GB and ram>2GB | os=*',
	'prodEdition=(a) ^ b ! c',
];
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The batch file of `help scheduler`, in the folder of the run, with its service and account. */
const task = batch
	.replaceAll('C:\\Usage', '{folder}\\Usage')
	.replace('https://usage.example', '{base}')
	.replace('cron@example.com', '{user}')
	.replace('12345678901', '{product}')
	.replaceAll('\n', '\r\n');

const taskXml = xml.replaceAll('\n', '\r\n');
const schtasksXml = 'schtasks /Create /F /TN usagectl-try /XML %1';

export const shells: readonly Promised[] = [
	...filters.map(
		(filter): Promised => ({
			area,
			promise: `\`${filter.replaceAll('|', '\\|')}\` arrives from double quotes of cmd`,
			steps: [{script: 'preload/words.cjs', line: `"${filter}"`}],
			stdout: new RegExp(`^${escaped(JSON.stringify([filter]))}\\r?\\n$`),
		}),
	),
	{
		area,
		promise: 'a report accepts a filter in quotes of cmd',
		steps: [{words: 'report current --from -30d --filter', line: '"country=US,DE and ram>=8GB"'}],
		stdout: /\d/,
	},
	{
		area,
		promise: 'the batch file of `help scheduler` runs with `usagectl.cmd`',
		files: {'Usage/password': '{password}\n', 'Usage/usage.cmd': task},
		steps: [{batch: 'Usage/usage.cmd', env: {USAGECTL_CONFIG_DIR: '{folder}\\task'}}],
		left: {'Usage/usage.csv': /^new,active/, 'Usage/usage.log': /^$/},
	},
	{
		area,
		promise: '`schtasks` accepts the XML of `help scheduler`, and rejects one whose tags do not match',
		files: {
			'usage.xml': taskXml,
			'wrong.xml': taskXml.replace('</CalendarTrigger>', '</Trigger>'),
			'make.cmd': `${schtasksXml}\r\n`,
		},
		steps: [
			{batch: 'make.cmd', line: 'usage.xml'},
			{batch: 'make.cmd', line: 'wrong.xml', code: 1},
		],
	},
	...[437, 850, 1252, 65001].map(
		(codePage): Promised => ({
			area,
			promise: `a console of code page ${codePage} shows umlauts and characters of other scripts`,
			files: {'console.csv': 'licenseKey,notes\r\nCONSOLE-1,Größe £ 漢字\r\n'},
			steps: [{words: 'keys update {folder}\\console.csv -y'}, {words: 'keys get CONSOLE-1', codePage}],
			stdout: /Größe £ 漢字/,
		}),
	),
	{
		area,
		promise: 'a `.csv` written from a console begins with a byte order mark',
		steps: [{words: 'keys list --limit 1 --out {folder}\\person.csv', codePage: 437}],
		left: {'person.csv': /^\ufefflicenseKey/},
	},
	{area, promise: '`help scheduler`', steps: [{words: 'help scheduler'}], stdout: /schtasks \/Create/},
	{
		area,
		promise: '`completion powershell`',
		steps: [{words: 'completion powershell'}],
		stdout: /Register-ArgumentCompleter/,
	},
];
