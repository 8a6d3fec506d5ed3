import {openProduct} from '../support/oracle/product.ts';
import {testReports} from './support/oracle-reports.ts';

testReports(() => openProduct({seed: 7, size: 400}), 0.25);
