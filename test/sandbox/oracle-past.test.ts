import {openPast} from '../support/oracle/product.ts';
import {testReports} from './support/oracle-reports.ts';

/** Imported data with an earlier day as today: the oracle reads the rows that are left when later ones are dropped. */
testReports(() => openPast({seed: 8, size: 300, day: '2025-11-20'}), 0.2);
