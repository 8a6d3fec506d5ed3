import type {RecordPorts} from '../../../src/archive/records/record-ports.ts';
import type {Progress} from '../../../src/ports.ts';
import {fakeClock} from '../laws/clock.ts';

export const noProgress: Progress = {
	start: () => ({advance: () => undefined, end: () => undefined}),
	wait: () => () => undefined,
};

/** What a question about crash lines is asked with; its notes go nowhere. */
export const recordPorts: Omit<RecordPorts, 'stateDir'> = {
	kind: 'exceptions',
	clock: fakeClock(),
	today: '2027-02-01',
	signal: new AbortController().signal,
	progress: noProgress,
	note: async () => undefined,
	footnote: async () => undefined,
	detail: async () => undefined,
	incomplete: async () => undefined,
};
