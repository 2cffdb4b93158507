// Configuration for the tests that need a real ClickHouse: `npm run test:clickhouse` installs it and runs them.
export default {
	files: ['build/test/engine/**/*.test.js'],
	timeout: '15m',
	// Each test file starts its own servers, which use 300 MB each.
	concurrency: 2,
	environmentVariables: {
		NODE_ENV: 'production',
		NODE_COMPILE_CACHE: 'build/compile-cache',
		RUNS: process.env.RUNS ?? '1',
	},
	workerThreads: false,
};
