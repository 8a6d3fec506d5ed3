import {endpoints} from '../contract/endpoints.ts';

/** The two kinds of lines that the service offers as files. */
export const logKinds = {
	exceptions: {endpoints: endpoints.exceptions, code: 'exc', line: 'exception'},
	events: {endpoints: endpoints.customEvents, code: 'cust', line: 'custom event'},
} as const;
export type LogKind = keyof typeof logKinds;
