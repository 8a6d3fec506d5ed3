import type {LogKind} from './log-kinds.ts';

/** The archive folder of each kind, relative to the current folder, if the user names none. */
export const archiveFolders = {exceptions: 'crashes', events: 'event-archive'} as const satisfies Record<
	LogKind,
	string
>;
