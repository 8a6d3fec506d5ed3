import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** A line for each command; FOLDER is where its files lie. */
const asking = {
	login: 'login --user ada@example.test --password-stdin',
	logout: 'logout',
	whoami: 'whoami --check',
	doctor: 'doctor',
	'keys list': 'keys list --limit 5',
	'keys expiring': 'keys expiring --within 30d',
	'keys get': 'keys get AAAA-BBBB',
	'keys set': 'keys set AAAA-BBBB --quota 5 --insert -y',
	'keys update': 'keys update FOLDER/keys.csv -y --restart --verify',
	'keys diff': 'keys diff FOLDER/keys.csv',
	'props list': 'props',
	'props values': 'props values os.version',
	'props events': 'props events',
	'clients list': 'clients list --limit 3',
	'report support': 'report support prodEdition=Home',
	'report why': 'report why active --over prodEdition --depth 1 --from 2026-05-16 --to 2026-05-31',
	'report usage': 'report usage --from 2026-05-01 --to 2026-05-31',
	'report current': 'report current --from 2026-05-01 --level prodVersion',
	'report churn retention':
		'report churn --from 2026-01-01 --to 2026-05-31 --lost-after 30 --segment-by installationMonth',
	'report churn days': 'report churn days --from 2026-01-01 --to 2026-05-31 --lost-after 30',
	'report churn sessions': 'report churn sessions --from 2026-01-01 --to 2026-05-31 --lost-after 30',
	'report churn runtime': 'report churn runtime --from 2026-01-01 --to 2026-05-31 --lost-after 30',
	'report churn events':
		'report churn events --from 2026-01-01 --to 2026-05-31 --lost-after 30 --segment-by prodVersion',
	'report churn event': "report churn event 'Export/PDF' --from 2026-01-01 --to 2026-05-31 --lost-after 30",
	'report events table': 'report events --from 2026-05-01 --to 2026-05-31',
	'report events timeline': "report events timeline --from 2026-05-01 --to 2026-05-31 --event 'Export/PDF'",
	'report events frequency': "report events frequency --from 2026-05-01 --to 2026-05-31 --event 'Export/PDF'",
	'exceptions tail': 'exceptions tail -n 3',
	'exceptions files': 'exceptions files',
	'exceptions download': 'exceptions download --from 2026-06-28 -d FOLDER/files --overwrite --unzip',
	'exceptions sync': 'exceptions sync FOLDER/crashes --from 2026-06-28 --no-lines',
	'events tail': 'events tail -n 3',
	'events files': 'events files',
	'events download': 'events download --from 2026-06-28 -d FOLDER/files --overwrite',
	'events sync': 'events sync FOLDER/events --from 2026-06-28 --no-lines',
	api: 'api /meta/propertyValues -F property=os -F granularity=version',
} as const;
const local = {
	'profile list': 'profile list',
	uninstall: 'uninstall --dry-run',
	'profile use': 'profile use default',
	'profile set': 'profile set work --base-url https://service.example',
	'profile remove': 'profile remove work -y',
	'keys undo': 'keys undo 20260101-000000-abcd -y',
	'keys runs': 'keys runs',
	'keys template': 'keys template',
	query: "query 'select 1'",
	'release list': 'release list --crashes FOLDER/none',
	'release check': 'release check 5.0 --crashes FOLDER/none',
	'exceptions top': 'exceptions top FOLDER/none',
	'exceptions show': 'exceptions show 1f0c FOLDER/none',
	'exceptions mark': 'exceptions mark 1f0c known --crashes FOLDER/none',
	'exceptions engine-setup': 'exceptions engine-setup s3://b/lines --engine spark:',
	'events engine-setup': 'events engine-setup s3://b/lines --engine athena:usage',
	'events top': 'events top FOLDER/none',
	'filter check': "filter check 'prodVersion=4.1'",
	'filter convert': "filter convert 'prodVersion=4.1'",
	'questions run': 'questions run --file FOLDER/none',
	'history list': 'history list --history FOLDER/none',
	'history show': 'history show a --history FOLDER/none',
	'history diff': 'history diff a --history FOLDER/none',
	'history prune': 'history prune --forget-before -90d -y --history FOLDER/none',
	'questions digest': 'questions digest --file FOLDER/none',
	'questions init': 'questions init --dry-run',
	'questions add': 'questions add a/b -- report current',
	'sandbox serve': 'sandbox serve --port x',
	'sandbox status': 'sandbox status',
	'sandbox reset': 'sandbox reset --size x',
	'sandbox export': 'sandbox export FOLDER/tables --format x',
	'sandbox advance': 'sandbox advance 1x',
	'sandbox plant': 'sandbox plant FOLDER/none',
	'sandbox import': 'sandbox import FOLDER/none',
	'sandbox options': 'sandbox options',
	completion: 'completion bash',
	explore: 'explore',
	mcp: 'mcp --print-config claude',
	help: 'help cron',
} as const;

/** Lines of the commands that ask the service, and of those that need not, by the command's path. */
export const everyCommand = (folder: string) => {
	mkdirSync(folder, {recursive: true});
	writeFileSync(join(folder, 'keys.csv'), 'licenseKey,installQuota,notes\nAAAA-BBBB,5,a\nCCCC-DDDD,6,b\n');
	const place = (lines: Readonly<Record<string, string>>) =>
		Object.entries(lines).map(([path, line]) => ({path, line: line.replaceAll('FOLDER', folder)}));
	return {asking: place(asking), local: place(local)};
};
