import test from 'ava';
import fc from 'fast-check';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {LineReader} from '../../../source/entries/line-reader.js';
import {logValues} from '../../../source/entries/log-fields/log-values.js';
import {forAll} from '../../helpers/for-all.js';

const beginning = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET /a=b HTTP/1.1" 200 4523';

function isWhole(line: string): boolean {
	const bytes = Buffer.from(line);
	const record = new EntryRecord();
	new LineReader().read(bytes, 0, bytes.length, record);
	return record.isWhole;
}

for (const [end, whole] of [
	['', true],
	[' "-" "-"', true],
	[' "https://shop.example/" "a \\" b"', true],
	[' "https://shop.example/?c=d" "curl"', false],
	[' "-" "curl" a=b', false],
	[' a=b "-" "curl"', false],
	[' "-" "curl" "203.0.113.9"', false],
	[' "-" "a "b c=d"', false],
] as const) {
	test(`a line with ${end || 'no more columns'} ${whole ? 'has no' : 'may have'} log fields`, t => {
		t.is(isWhole(`${beginning}${end}`), whole);
	});
}

test('a line that is read as a whole has no log fields', t => {
	const part = fc.constantFrom(
		'"',
		'\\',
		' ',
		'a=b',
		'[',
		']',
		'-',
		'"-" "x"',
		'=',
		'\u001B[1m',
		'12',
		'"a b=c"',
	);
	let whole = 0;
	forAll(4000, fc.array(part, {maxLength: 8}), parts => {
		const line = `${beginning} ${parts.join('')}`;
		if (isWhole(line)) {
			whole++;
			t.deepEqual(logValues(Buffer.from(line)), [], line);
		}
	});
	t.true(whole > 0);
});
