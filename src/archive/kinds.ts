import {endpoints} from '../contract/endpoints.ts';

/** The two kinds of lines that the service hands out as files; everything here works alike for both. */
export const logKinds = {
	exceptions: {endpoints: endpoints.exceptions, code: 'exc', line: 'exception'},
	events: {endpoints: endpoints.customEvents, code: 'cust', line: 'custom event'},
} as const;
export type LogKind = keyof typeof logKinds;
