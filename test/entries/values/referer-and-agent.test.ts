import test from 'ava';
import {EntryRecord} from '../../../source/entries/entry-record.js';
import {readRefererAndAgent} from '../../../source/entries/values/referer-and-agent.js';
import {fieldsOf, type LineFields} from '../../helpers/line-fields.js';

/** Reads referer and user agent. Returns them with the rest, or null if they are missing. */
function endOf(text: string, after = ' "x" "y"'): (LineFields & {rest: string}) | null {
	const bytes = Buffer.from(`4523${text}${after}`);
	const record = new EntryRecord();
	const end = bytes.length - after.length;
	const position = readRefererAndAgent(bytes, 4, end, record);
	const fields = fieldsOf(bytes, record, 'clf');
	return position === -1 ? null : {...fields, rest: bytes.toString('utf8', position, end)};
}

test('reads referer and user agent', t => {
	t.deepEqual(endOf(' "http://a.example/" "curl/8.5.0"'), {
		referer: 'http://a.example/',
		userAgent: 'curl/8.5.0',
		rest: '',
	});
	t.deepEqual(endOf(' "a" "b" 7 "c"'), {referer: 'a', userAgent: 'b', rest: ' 7 "c"'});
	t.deepEqual(endOf('  "a"   "b"'), {referer: 'a', userAgent: 'b', rest: ''});
	t.deepEqual(endOf(' "-" ""'), {rest: ''});
	t.deepEqual(endOf(' "\\"\\\\" "\\""'), {referer: '"\\', userAgent: '"', rest: ''});
});

for (const text of [
	...['', ' ', ' "', ' ""', ' "" ', ' "" "', '"a" "b"', ' a "b"', ' "a" b', ' "a""b"', ' "a'],
	...[' "a" "b', ' "a" "b\\"', ' "a\\" "b"'],
]) {
	test(`rejects ${JSON.stringify(text)}`, t => {
		for (const after of [' "x" "y"', '" "x"', '"', '']) {
			t.is(endOf(text, after), null);
		}
	});
}
