import {endpoints} from '../../contract/operations/endpoints.ts';

/** The two kinds of lines that the service offers as files. */
export const logKinds = {
	exceptions: {endpoints: endpoints.exceptions, code: 'exc', line: 'exception'},
	events: {endpoints: endpoints.customEvents, code: 'cust', line: 'custom event'},
} as const;
export type LogKind = keyof typeof logKinds;

/** All that is offered as files; what raw events hold is not known, so nobody reads their lines (docs/service.md#later-raw-events). */
export const fileSources = {
	exceptions: logKinds.exceptions.endpoints,
	events: logKinds.events.endpoints,
	'events raw': endpoints.rawEvents,
} as const;
/** A source, by the words of its commands. */
export type FileSource = keyof typeof fileSources;
