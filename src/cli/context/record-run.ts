import {calendarDay} from '../../calendar.ts';
import type {Mask} from '../../client/mask.ts';
import type {Ports} from '../../ports.ts';
import {counted} from '../../text/wording.ts';
import {version} from '../../version.ts';
import type {Globals} from '../definition/globals.ts';
import type {Messages} from './messages.ts';

type Recorded = {
	readonly command: string;
	readonly globals: Globals;
	readonly ports: Ports;
	readonly mask: Mask;
	readonly messages: Messages;
};

/** Calls `work`. With `--record`, saves its exchanges with the service, even if it fails. Throws CliError (disk). */
export async function withRecord<T>(
	{command, globals, ports, mask, messages}: Recorded,
	work: (ports: Ports) => Promise<T>,
): Promise<T> {
	const {record: path, recordLabels: labels, today, tz} = globals;
	if (path === undefined) return work(ports);
	const {createRecorder} = await import('../../recording/recorder.ts');
	const header = {program: `usagectl ${version}`, command, today: today ?? calendarDay(ports.clock.now(), tz)};
	const recorder = await createRecorder({path, labels, header, transport: ports.transport, mask: mask.text});
	try {
		return await work({...ports, transport: recorder.transport});
	} finally {
		const count = await recorder.close();
		await messages.note(`${counted(count, 'exchange')} recorded in ${path}: review the file before you share it`);
	}
}
