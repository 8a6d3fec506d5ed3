import {endpoints} from '../../contract/operations/endpoints.ts';

export const logKinds = {
	exceptions: {endpoints: endpoints.exceptions, code: 'exc'},
	events: {endpoints: endpoints.customEvents, code: 'cust', line: 'custom event'},
} as const;
export type LogKind = keyof typeof logKinds;

/** Raw events can be downloaded but not read: their format is unknown (docs/service.md#newer-raw-events). */
export const fileSources = {
	exceptions: logKinds.exceptions.endpoints,
	events: logKinds.events.endpoints,
	'events raw': endpoints.rawEvents,
} as const;
export type FileSource = keyof typeof fileSources;
