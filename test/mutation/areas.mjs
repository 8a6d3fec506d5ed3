/**
 * What is mutated, and the tests that must notice (globs from the root, and from test/). Laws with many thousand runs are
 * left out: they would judge most mutants too, but each survivor would cost their whole time.
 */
export const areas = {
	language: {
		mutate: ['src/language/**/*.ts', '!src/language/explain/**', '!src/language/source/codes.ts'],
		tests: [
			'language/{cases,complete,dates,explain,import,limits,match,messages,notes}.test.ts',
			'commands/filter/*.test.ts',
		],
	},
};
