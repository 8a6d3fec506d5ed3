import {topics} from '../reference/topics.ts';

/** A text that a client can read without calling a tool. */
export type TextResource = {
	readonly name: string;
	readonly uri: string;
	readonly title: string;
	readonly read: () => Promise<string>;
};

export const topicResources: readonly TextResource[] = Object.entries(topics).map(([name, text]) => ({
	name: `help-${name}`,
	uri: `usagectl://help/${name}`,
	title: `usagectl help ${name}`,
	read: async () => text(),
}));
