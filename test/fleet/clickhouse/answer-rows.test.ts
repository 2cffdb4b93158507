import test from 'ava';
import {readRows} from '../../../source/fleet/clickhouse/answer-rows.js';

test('reads rows with the longest line of a log, in the longest form of JSON', t => {
	const line = '\u0001'.repeat(65_536);
	const row = [line, line, [line]];
	t.deepEqual(readRows(`${JSON.stringify(row)}\n`, ['text', 'text', 'texts']), [row] as never);
});

test('hostile 28: a row that is too long is refused before it is parsed', t => {
	const parse = JSON.parse;
	let longest = 0;
	JSON.parse = (text: string) => {
		longest = Math.max(longest, text.length);
		return parse(text);
	};
	t.teardown(() => {
		JSON.parse = parse;
	});
	for (const text of ['['.repeat(62 << 20), `[${'{},'.repeat(2 << 20)}1]`, `["${'a'.repeat(3 << 20)}"]`]) {
		t.is(readRows(`["a"]\n${text}\n`, ['text']), undefined);
	}
	t.is(longest, '["a"]'.length);
});
