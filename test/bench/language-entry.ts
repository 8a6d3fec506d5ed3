/** The whole language as one module, and the texts that it is measured with. */
export {compileLine} from '../../src/language/batch.ts';
export {compileFilter, compileMatch} from '../../src/language/compile.ts';
export {complete} from '../../src/language/complete.ts';
export {explain} from '../../src/language/explain/explain.ts';
export {compileKind, flagOf, printKind} from '../../src/language/kinds.ts';
export {quoteFor} from '../../src/language/shells.ts';
