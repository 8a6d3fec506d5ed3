import type {Field} from '../../properties/catalogue.ts';
import type {IntervalModel, Model} from '../model.ts';
import {campaigns, flags} from './alternatives.ts';
import {boolean} from './boolean.ts';
import {eventCount} from './event-count.ts';
import {interval} from './interval.ts';
import type {Kind} from './kind.ts';
import {levels} from './levels.ts';
import {text} from './text.ts';

type ModelOf<Name> = Name extends 'number' | 'date' ? IntervalModel : Extract<Model, {kind: Name}>;
const kinds = {text, number: interval, date: interval, boolean, flags, levels, eventCount, campaigns} as const;

/** What is done with models of a property. The kind of a field is the kind of its models, which types cannot say. */
export const kindOf = ({kind}: Field): Kind<Model> => kinds[kind] as Kind<ModelOf<typeof kind>> as Kind<Model>;
