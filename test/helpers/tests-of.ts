import test, {type TestFn} from 'ava';

type Add = (title: unknown, ...rest: readonly unknown[]) => void;

/** What the file has that is being loaded. */
let current: TestFn = test;

/**
 * What a test file that shares its process with others has as ava's `test`, see bundle-tests.js: titles begin with the
 * file's name, and all tests are serial, so that those of one file don't meet those of the next.
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
		// Run around the tests of all files that share the process: they only put something back.
		beforeEach: test.beforeEach,
		afterEach: test.afterEach,
	}) as unknown as TestFn;
	return current;
}

/** What helpers have as ava's `test`: what they add belongs to the file that calls them while it is loaded. */
export const testsOfCaller = Object.assign((...of: Parameters<Add>) => (current as Add)(...of), {
	serial: (...of: Parameters<Add>) => (current.serial as Add)(...of),
	skip: (...of: Parameters<Add>) => (current.skip as Add)(...of),
});
