import type {Promised} from './promise.ts';
import {crashes} from './promises/crashes.ts';
import {engine} from './promises/engine.ts';
import {keys} from './promises/keys.ts';
import {names} from './promises/names.ts';
import {onNode} from './promises/nodes.ts';
import {reports} from './promises/reports.ts';
import {shells} from './promises/shells.ts';
import {ending, starting} from './promises/start.ts';

/** Every promise, in the order in which they are tried. `majors` are versions of Node. */
export const getPromises = (majors: readonly string[]): readonly Promised[] => [
	...starting,
	...reports,
	...keys,
	...crashes,
	...names,
	...shells,
	...engine,
	...majors.flatMap(onNode),
	...ending,
];
