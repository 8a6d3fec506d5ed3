import {topics} from '../reference/topics.ts';

/** Texts that a client can read without a call of a tool. */
export type TextResource = {
	readonly name: string;
	readonly uri: string;
	readonly title: string;
	readonly read: () => Promise<string>;
};

/** The topics of `usagectl help`. */
export const topicResources: readonly TextResource[] = Object.entries(topics).map(([name, text]) => ({
	name: `help-${name}`,
	uri: `usagectl://help/${name}`,
	title: `usagectl help ${name}`,
	read: async () => text(),
}));
