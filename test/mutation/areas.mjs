/**
 * What is mutated, and the tests that must notice (globs from the root, and from test/). Laws with many thousand runs are
 * left out: they would judge most mutants too, but each survivor would cost their whole time.
 */
export const areas = {
	language: {
		mutate: ['src/language/**/*.ts', '!src/language/explain/**', '!src/language/source/codes.ts'],
		tests: [
			'language/{cases,clauses,complete,dates,explain,import,limits,match,messages,notes,segment-rules,shells}.test.ts',
			'commands/filter/{batch,commands}.test.ts',
		],
	},
	/** The guard of formulas, escaping, redaction, which calls are made again, where a session and a download may go. */
	safeguards: {
		mutate: ['src/output/{formula-guard,printable}.ts', 'src/client/{mask,retry,address,cookies}.ts'],
		tests: ['output/{csv,printable}.test.ts', 'client/{mask,retry,download,cookies}.test.ts'],
	},
	/** Path check, check sums and limits of archives. */
	zip: {
		mutate: ['src/archive/zip/*.ts'],
		// The mutated archives are left out.
		tests: ['archive/zip/!(zip-mutations).test.ts'],
	},
	/** What a run leaves behind for the one that goes on, and the check sums of its plan. */
	journal: {
		mutate: ['src/keys/{journal,journal-file,spool,row-lines}.ts'],
		tests: ['keys/{journal,spool,spool-file,plain-rows,hostile-journals}.test.ts', 'commands/keys/update.test.ts'],
	},
	lock: {
		// Its tests stop the clock, which vitest alone can: not for in-process.mjs.
		pure: false,
		mutate: ['src/session/{lock,lock-owner,private-file,sweep}.ts'],
		tests: ['session/{lock,lock-owner,private-file,sweep,faults,flush-order}.test.ts'],
	},
};
