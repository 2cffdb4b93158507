import {isDeepStrictEqual} from 'node:util';
import type {ExecutionContext} from 'ava';

/**
 * Asserts that both values are deeply equal. `t.deepEqual` takes 100 ms for a hundred thousand numbers, so it runs only if the
 * values differ, to show the difference.
 */
export function assertSame<Value>(
	t: ExecutionContext,
	actual: Value,
	expected: Value,
	message?: string,
): void {
	if (isDeepStrictEqual(actual, expected)) {
		t.pass();
	} else {
		t.deepEqual(actual, expected, message);
	}
}
