import {afterAll} from 'vitest';
import {openDatabase} from '../../src/sandbox/store/duckdb.ts';
import type {Row} from '../support/oracle/registry.ts';
import {testRegistry} from './support/oracle-registry.ts';
import {getUsualFile, started} from './support/started.ts';

const page = 7;
const {ask, product} = await started({assume: [`values-page=${page}`]});
const database = await openDatabase(getUsualFile());
afterAll(() => database.close());
const table = (name: string) =>
	database.rows<Row>(`SELECT * FROM ${name}${name === 'property_value' ? '' : ` WHERE productId = ${product}`}`);

await testRegistry({ask, table, page, share: 0.5});
