import test from 'ava';
import {jqAdvice, jqFilter, unreadAdvice} from '../../source/entries/unread-advice.js';

test('gives advice for unread lines of an error log, and of JSON over several lines', t => {
	const adviceFor = (...lines: ReadonlyArray<string | null>) =>
		unreadAdvice(
			lines.map(line => (line === null ? null : Buffer.from(line))),
			'FILE',
		);
	const nginx = '2026/11/20 09:03:07 [error] 71#71: *3 open() failed, client: 203.0.113.7';
	t.regex(adviceFor(nginx, null, nginx) ?? '', /^nginx error log: reqscope shows requests; give /);
	t.regex(adviceFor(`${nginx} ${'x'.repeat(9000)}`) ?? '', /^nginx error log/, 'a long line');
	t.regex(adviceFor('[', '{', '"status": 200', '}', ']') ?? '', /: jq -c '\.\[\]' FILE \| reqscope -$/);
	t.is(adviceFor('anything', null), undefined);
	t.is(adviceFor(), undefined);
});

const request = {
	time: '2026-11-20T09:03:07Z',
	request: 'GET /a HTTP/1.1',
	status: 200,
	tags: ['a', 'b'],
	more: {},
};

function filterOf(text: string): string | undefined {
	return jqFilter(text.split('\n').map(line => Buffer.from(line)));
}

test('names the jq filter for objects over several lines, and for several objects in a line', t => {
	t.is(filterOf(JSON.stringify([request, request], null, 2)), '.[]');
	t.is(filterOf(JSON.stringify(request, null, '\t')), '.');
	t.is(filterOf(`${JSON.stringify(request, null, 2)}\n${JSON.stringify(request, null, 2)}`), '.');
	t.is(filterOf(JSON.stringify([request, request])), '.[]');
	// The screen and the messages have the newest lines only.
	t.is(filterOf('    "status": 200\n  }\n]'), '.[]');
});

test('names no filter for other lines', t => {
	for (const text of [
		'nonsense',
		'',
		'{"a":1}\nnonsense',
		'{"level":"info","msg":"started"}',
		'[info] started',
	]) {
		t.is(filterOf(text), undefined, text);
	}
	t.is(jqFilter([]), undefined);
	t.is(jqFilter([Buffer.alloc(0)]), undefined);
});

test('the advice is a command', t => {
	t.is(
		jqAdvice('.[]', 'a.json'),
		"JSON is read if each object is in one line: jq -c '.[]' a.json | reqscope -",
	);
	t.is(jqAdvice('.', 'FILE'), 'JSON is read if each object is in one line: jq -c . FILE | reqscope -');
});
