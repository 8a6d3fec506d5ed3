import {displayWidth} from '../../output/display-width.ts';
import {printable, printableLines} from '../../output/printable.ts';
import {counted, printCount} from '../../text/wording.ts';
import type {BreakdownPart, CrashBreakdown, CrashDetail} from '../crashes/crash-detail.ts';

const maxValues = 10;
const titles: Readonly<Record<BreakdownPart, string>> = {
	version: 'Version',
	os: 'OS Type',
	country: 'Country',
	day: 'Day',
	clientId: 'Client ID',
};

const pad = (text: string, width: number) => `${text}${' '.repeat(Math.max(0, width - displayWidth(text)))}`;
const indent = (text: string) => printableLines(text).replace(/^/gm, '  ');

function formatBreakdown(part: BreakdownPart, breakdown: readonly CrashBreakdown[]): string {
	const own = breakdown.filter(each => each.part === part);
	// The last days matter most.
	const shown = part === 'day' ? own.slice(-maxValues) : own.slice(0, maxValues);
	const rows = shown.map(
		({value, reports, installations}) =>
			[printable(value) || '(none)', String(reports), String(installations)] as const,
	);
	const width = Math.max(...[titles[part], ...rows.map(([value]) => value)].map(displayWidth));
	const line = ([value, reports, installations]: readonly [string, string, string]) =>
		`  ${pad(value, width)}  ${reports.padStart(8)}${part === 'clientId' ? '' : `  ${installations.padStart(13)}`}`;
	const rest = own.length - shown.length;
	return [
		line([titles[part], 'Reports', 'Installations']),
		...rows.map(line),
		...(rest > 0
			? [`  … and ${part === 'day' ? counted(rest, 'earlier day') : `${printCount(rest)} more`}: -o csv`]
			: []),
	].join('\n');
}

/** `outcome` is the decision on the group, and what has become of it. */
export function formatCrash(crash: CrashDetail, outcome?: string): string {
	const {fingerprint, reports, installations, firstDay, lastDay, variants, breakdown} = crash;
	const name = [crash.class, crash.method]
		.filter(text => text !== '')
		.map(printable)
		.join(' in ');
	const when = firstDay === null ? '' : `, ${firstDay} to ${lastDay}`;
	const stacks = variants > 1 ? `, ${variants} different stacks` : '';
	return [
		`${fingerprint}  ${name}`,
		reports === 0
			? 'No crash report of this group matches the days and filters'
			: `${counted(reports, 'crash report')} from ${counted(installations, 'installation')}${when}${stacks}`,
		...(outcome === undefined ? [] : [`Marked ${printable(outcome)}`]),
		...(crash.message === '' ? [] : ['', indent(crash.message)]),
		...(crash.stack === '' ? [] : ['', indent(crash.stack)]),
		...(reports === 0
			? []
			: (Object.keys(titles) as BreakdownPart[]).flatMap(part => ['', formatBreakdown(part, breakdown)])),
		'',
	].join('\n');
}
