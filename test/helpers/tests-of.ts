import test, {type TestFn} from 'ava';

type Add = (title: unknown, ...rest: readonly unknown[]) => void;

/** The `test` function of the file that is being loaded. */
let current: TestFn = test;

/**
 * Returns the replacement for ava's `test` in a test file that shares its process with other files: see tools/suite.js. Titles
 * begin with the file name. All tests are serial, so that tests of different files don't run concurrently.
 */
export function testsOf(file: string): TestFn {
	const titled =
		(add: unknown): Add =>
		(title, ...rest) => {
			if (typeof title !== 'string') {
				throw new TypeError(`${file}: a test has no title`);
			}
			(add as Add)(`${file} › ${title}`, ...rest);
		};

	const refuse = (): never => {
		throw new Error(`${file}: hooks before and after all tests need \`// Runs alone: …\` in the file`);
	};
	const serial = Object.assign(titled(test.serial), {
		failing: titled(test.serial.failing),
		only: titled(test.serial.only),
		skip: titled(test.serial.skip),
		todo: titled(test.todo),
	});
	current = Object.assign(serial, {
		serial,
		macro: test.macro,
		meta: test.meta,
		before: refuse,
		after: refuse,
		// These hooks run for the tests of all files in the process, so they may only restore state.
		beforeEach: test.beforeEach,
		afterEach: test.afterEach,
	}) as unknown as TestFn;
	return current;
}

/** The replacement for ava's `test` in helpers. It adds tests to the file that calls the helper while that file is loaded. */
export const testsOfCaller = Object.assign((...of: Parameters<Add>) => (current as Add)(...of), {
	serial: (...of: Parameters<Add>) => (current.serial as Add)(...of),
	skip: (...of: Parameters<Add>) => (current.skip as Add)(...of),
});
