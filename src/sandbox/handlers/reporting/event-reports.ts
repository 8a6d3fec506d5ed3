import type {endpoints} from '../../../contract/endpoints.ts';
import type {Handlers} from '../../handler.ts';
import {basicTable} from './basic-table.ts';
import {fullReport} from './full-report.ts';
import {timeline} from './timeline.ts';

/** The reports on events. */
export const eventReports: Handlers<typeof endpoints.events> = {table: basicTable, timeline, frequency: fullReport};
