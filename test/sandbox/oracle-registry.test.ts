import {join} from 'node:path';
import {afterAll} from 'vitest';
import {getDataFile} from '../../src/sandbox/seed/synthetic-data.ts';
import {openDatabase} from '../../src/sandbox/store/duckdb.ts';
import type {Row} from '../support/oracle/registry.ts';
import {testRegistry} from './support/oracle-registry.ts';
import {started} from './support/started.ts';

const recipe = {seed: 9, size: 500, now: '2026-06-30'};
const page = 7;
const {ask, stateDir, product} = await started({...recipe, assume: [`values-page=${page}`]});
const database = await openDatabase(getDataFile({folder: join(stateDir, 'sandbox', 'data'), ...recipe}));
afterAll(() => database.close());
const table = (name: string) =>
	database.rows<Row>(`SELECT * FROM ${name}${name === 'property_value' ? '' : ` WHERE productId = ${product}`}`);

await testRegistry({ask, table, page, share: 0.5});
