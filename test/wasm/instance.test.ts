import test from 'ava';
import {UserError} from '../../source/user-error.js';
import {newInstance} from '../../source/wasm/instance.js';

/**
 * Length of the longest string, in bytes. Strings are compared in pieces of 16 and 64 bytes, so this is more than two of the
 * larger pieces.
 */
const longest = 150;

/** Distance between the strings, including the bytes that may be read after them. */
const size = 256;

test('strings of any length are equal if all their bytes are equal, regardless of the surrounding bytes', t => {
	const {memory, input, areSame} = newInstance();
	const [one, other] = [input.value + 3, input.value + 3 + size];
	const bytes = new Uint8Array(memory.buffer);
	for (let length = 1; length <= longest; length++) {
		bytes.fill(1, one - 1, one + size);
		bytes.fill(2, other - 1, other + size);
		for (let index = 0; index < length; index++) {
			bytes[one + index] = index;
			bytes[other + index] = index;
		}
		t.not(areSame(one, other, length), 0, `${length} bytes`);
		for (let index = 0; index < length; index++) {
			bytes[other + index] = index ^ 0x80;
			t.is(areSame(one, other, length), 0, `${length} bytes, of which number ${index} differs`);
			bytes[other + index] = index;
		}
	}
});

test("without free memory, the error names a remedy, and the failed block doesn't count as used", t => {
	const exports = newInstance();
	let used = exports.used.value;
	const error = t.throws(
		() => {
			// 2 GiB, none of it touched: there is no space for another block of that size.
			exports.numbersFor(2 ** 29);
			used = exports.used.value;
			exports.tableFor(2 ** 31 - 16);
		},
		{instanceOf: UserError},
	);
	t.regex(error?.message ?? '', /--max-entries/);
	t.is(exports.used.value, used);
});
