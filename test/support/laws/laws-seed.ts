import {configureGlobal} from 'fast-check';

/**
 * The laws of the suite are tried with the same values each time, so that a red run says something about the change at hand.
 * `SEED=random` or `SEED=NUMBER` tries others, as the soak does.
 */
const {SEED = '20260630'} = process.env;
if (SEED !== 'random') configureGlobal({seed: Number(SEED)});
