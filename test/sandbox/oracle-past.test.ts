import {rmSync} from 'node:fs';
import {afterAll} from 'vitest';
import {importPast, openPast} from '../support/oracle/product.ts';
import type {Row} from '../support/oracle/registry.ts';
import {testLines} from './support/oracle-lines.ts';
import {testRegistry} from './support/oracle-registry.ts';
import {testReports} from './support/oracle-reports.ts';
import {started} from './support/started.ts';

/** Imported data with an earlier time as now: the oracle reads the rows that are left when later ones are dropped. */

const now = '2025-11-20T12:00:00';
const recipe = {seed: 8, size: 300, now};
const past = await importPast(recipe);
const {folder, known} = past;
testReports(() => openPast(recipe, past), 0.1);

const page = 7;
afterAll(() => rmSync(folder, {recursive: true, force: true}));
const kept = {seed: undefined, size: undefined, now: undefined};
const {ask, product} = await started({...kept, stateDir: folder, assume: [`values-page=${page}`]});
const table = async (name: string) =>
	(known[name] ?? []).filter(row => name === 'property_value' || row.productId === product) as readonly Row[];

await testRegistry({ask, table, page, share: 0.2});
await testLines({ask, table, product, now});
