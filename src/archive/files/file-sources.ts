import {endpoints} from '../../contract/operations/endpoints.ts';

/** Raw events can be downloaded but not read: their format is unknown (docs/service.md#newer-raw-events). */
export const fileSources = {
	exceptions: endpoints.exceptions,
	events: endpoints.customEvents,
	'events raw': endpoints.rawEvents,
} as const;
export type FileSource = keyof typeof fileSources;
