import test from 'ava';
import {UserError} from '../../source/user-error.js';
import {newInstance} from '../../source/wasm/instance.js';

test("without free memory, the error says what to do and the failed block isn't counted as used", t => {
	const exports = newInstance();
	let used = exports.used.value;
	const error = t.throws(
		() => {
			// 2 GiB, of which none is touched: there is no room for another block of that size.
			exports.numbersFor(2 ** 29);
			used = exports.used.value;
			exports.tableFor(2 ** 31 - 16);
		},
		{instanceOf: UserError},
	);
	t.regex(error?.message ?? '', /--max-entries/);
	t.is(exports.used.value, used);
});
