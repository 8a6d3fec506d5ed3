import {test} from 'vitest';
import {workTogether} from '../sandbox/support/work-together.ts';

test('twenty processes at once on an empty folder lose nothing', () => workTogether(20));
