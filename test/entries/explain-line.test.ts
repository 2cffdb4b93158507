import test from 'ava';
import {chosenReaders} from '../../source/entries/chosen-readers.js';
import {type Explanation, explainLine} from '../../source/entries/explain-line.js';
import {formats} from '../../source/entries/formats.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {wrappers} from '../../source/entries/wrappers/wrappers.js';
import {unrulyLine} from '../helpers/arbitrary-lines.js';
import {forAll} from '../helpers/for-all.js';

process.env.TZ = 'UTC';

function explain(line: string, format?: string): Explanation {
	return explainLine(new LineReader(chosenReaders(format)), Buffer.from(line), format === undefined);
}

for (const {name, example} of formats) {
	test(`${name}: the explained values are in the line, in this order`, t => {
		const explanation = explain(example);
		if (explanation.kind !== 'entry') {
			t.fail(explanation.kind);
			return;
		}
		t.is(explanation.format, name);
		const found = new Map(explanation.parts.map(({field, meaning}) => [field, meaning]));
		// These formats don't log it.
		const isWithout = /^(minio|bunny|cdn77|flussonic|kubernetes_api)$/.test(name);
		t.regex(found.get('method') ?? '', isWithout ? /^$/ : /^(GET|POST)$/i);
		t.true(found.get('url')?.includes('/'), found.get('url'));
		const hasTime = /20[12]\d|179516|261120/.test(example);
		t.regex(found.get('time') ?? '', hasTime ? /^20[12]\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ : /^$/);
		let position = 0;
		let inOrder = 0;
		for (const {field, logged} of explanation.parts) {
			const at = example.indexOf(logged, position);
			// The line contains only the pieces of an assembled value.
			const isThere =
				at !== -1 ||
				logged
					.replace('HTTP/', '')
					.split('?')
					.every(piece => example.includes(piece));
			t.true(isThere, `${field}: ${logged}`);
			inOrder += at === -1 ? 0 : 1;
			position = at === -1 ? position : at;
		}
		t.true(inOrder * 2 > explanation.parts.length, `${inOrder} of ${explanation.parts.length}`);
	});
}

for (const {name, example} of wrappers) {
	test(`${name}: explains the inner line and names the wrapper`, t => {
		const explanation = explain(example);
		t.true(explanation.kind === 'entry' && explanation.taken.includes(name));
	});
}

test('explains an unreadable line by the offset of the error and the expected syntax', t => {
	const begin = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET / HTTP/1.1" ';
	t.deepEqual(explain(`${begin}"abc" 5`), {
		kind: 'unread',
		position: begin.length,
		expected: 'a status from 100 to 599, or -',
		isLikely: true,
	});
	t.like(explain('{"method":"GET","url":"/"'), {
		kind: 'unread',
		position: 25,
		expected: 'the rest of the object',
	});
	t.like(explain('{"level":"info"}'), {kind: 'unread', position: 16, isLikely: true});
	t.like(explain('nothing of the kind'), {kind: 'unread', isLikely: false});
	t.deepEqual(explain('200 GET', '$status "$request"'), {
		kind: 'unread',
		position: 0,
		expected: '$status (a status), then “ "”',
		isLikely: true,
	});
	t.deepEqual(explain('#Version: 1.0'), {kind: 'noRequest'});
});

for (const [line, misread] of [
	[
		'203.0.113.7 - - [20/Nov/2026:24:00:00 +0000] "GET / HTTP/1.1" 200 5',
		{
			field: 'time',
			logged: '20/Nov/2026:24:00:00 +0000',
			reason: 'is not a time: 24:00:00 is not a time of day',
		},
	],
	[
		'203.0.113.7 - - [31/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5',
		{field: 'time', logged: '31/Nov/2026:09:03:07 +0000', reason: 'is not a time: 31 Nov is not a day'},
	],
	['203.0.113.7 - - [-] "GET / HTTP/1.1" 200 5', {field: 'time', logged: '-', reason: 'is empty'}],
	[
		'203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 999 5',
		{field: 'status', logged: '999', reason: 'is not a status from 100 to 599'},
	],
	[
		'203.0.113.7:51234 - "GET / HTTP/1.1" 2OO OK',
		{field: 'status', logged: '2OO', reason: 'is not a status from 100 to 599'},
	],
	[
		'{"time":"2026-11-20T09:03:07Z","remote_addr":"203.0.113.7","request":"GET / HTTP/1.1","status":"000"}',
		{field: 'status', logged: '000', reason: 'is not a status from 100 to 599'},
	],
] as const) {
	test(`explains the part that can't be read: ${line}`, t => {
		t.like(explain(line), {kind: 'entry', misread: [misread]});
	});
}

test('explains any line with offsets inside it', t => {
	const reader = new LineReader();
	forAll(200, unrulyLine, line => {
		const explanation = explainLine(reader, line);
		t.true(
			explanation.kind !== 'unread' || (explanation.position >= 0 && explanation.position <= line.length),
		);
	});
});
