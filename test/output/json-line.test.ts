import test from 'ava';
import fc from 'fast-check';
import type {LogValue} from '../../source/entries/log-fields/log-value.js';
import {textFields} from '../../source/fields/fields.js';
import {sanitise} from '../../source/format/sanitise.js';
import {jsonLine, printedFields, safeJsonLine} from '../../source/output/json-line.js';
import {entry, start} from '../helpers/entry.js';
import {forAll} from '../helpers/for-all.js';

test('fields are in order, times in UTC, and the position in the store is omitted', t => {
	t.is(
		jsonLine(entry(3)),
		'{"status":200,"ip":"203.0.113.9","method":"GET","url":"/en/3","time":"2026-11-05T09:00:03.000Z",' +
			'"token":"0000000000003","protocol":"HTTP/1.1","bytes":1234,"format":"combined","file":"access.log","offset":3}',
	);
});

test('the default six fields are null if missing, and all other missing fields are omitted', t => {
	const bare = entry(0, {
		status: null,
		ip: null,
		method: null,
		url: null,
		time: null,
		protocol: null,
		bytes: null,
	});
	t.is(
		jsonLine(bare),
		'{"status":null,"ip":null,"method":null,"url":null,"time":null,"token":"0000000000000","format":"combined","file":"access.log","offset":0}',
	);
});

test('every field is printed if the entry has it', t => {
	const full = entry(1, {
		...Object.fromEntries(textFields.map(field => [field, 'a'])),
		durationMs: 0,
		bytes: 0,
		incomplete: true,
		timeSource: 'read',
	});
	t.deepEqual(Object.keys(JSON.parse(jsonLine(full))), [...printedFields]);
});

test('fault 20: incomplete is printed only for an incomplete line', t => {
	t.is(JSON.parse(jsonLine(entry(1, {incomplete: true}))).incomplete, true);
	t.false('incomplete' in JSON.parse(jsonLine(entry(1))));
});

test('only a time of reading is marked', t => {
	t.is(JSON.parse(jsonLine(entry(1, {timeSource: 'read'}))).timeSource, 'read');
	t.false('timeSource' in JSON.parse(jsonLine(entry(1))));
});

test('requested fields are all present, in order', t => {
	const given = entry(1, {userAgent: 'curl/8.5.0', url: '/en/42'});
	t.is(
		jsonLine(given, ['userAgent', 'status', 'route', 'client', 'host', 'incomplete', 'user']),
		'{"userAgent":"curl/8.5.0","status":200,"route":"/en/{id}","client":"tool","host":null,"incomplete":null,"user":null}',
	);
	t.is(jsonLine(entry(1, {url: null}), ['route', 'client']), '{"route":null,"client":null}');
});

test('fractions of a second are kept', t => {
	t.is(JSON.parse(jsonLine(entry(0, {time: start + 7}))).time, '2026-11-05T09:00:00.007Z');
});

test('hostile 1–8: parsed strings are exact, and the output is one line that is safe for a terminal', t => {
	const nasty = fc.constantFrom(
		'\u001b[2J',
		'\n',
		'\u007f',
		'\u009b',
		'\u202e',
		'\u{e0041}',
		'\u2028',
		'\ud800',
		'"',
		'\\',
		'ä',
		'漢',
		'😀',
		'e\u0301',
		'\u0301\u0301\u0301\u0301',
		'\ufe0f',
	);
	forAll(100, fc.array(nasty, {maxLength: 12}), parts => {
		const url = parts.join('');
		const line = jsonLine(entry(0, {url, userAgent: url}));
		t.is(JSON.parse(line).url, url);
		t.is(JSON.parse(line).userAgent, url);
		t.notRegex(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
		const safe = safeJsonLine(entry(0, {url, userAgent: url}));
		t.is(JSON.parse(safe).url, url);
		t.is(sanitise(safe), safe);
	});
});

const logged: readonly LogValue[] = [
	{name: 'Status', text: '200', elements: null, isRead: true},
	{name: 'X-Id', text: '9f2c\u009b', elements: null, isRead: false},
	{name: '__proto__', text: 'x', elements: null, isRead: false},
	{name: 'list', text: 'a, b', elements: ['a', 'b'], isRead: false},
];

test('`fields` has the log fields as logged, except values that were read into a field', t => {
	const line = jsonLine(entry(1), undefined, logged);
	t.true(
		line.endsWith(',"offset":1,"fields":{"X-Id":"9f2c\\u009b","__proto__":"x","list":["a","b"]}}'),
		line,
	);
	t.is(jsonLine(entry(1), undefined, logged.slice(0, 1)), jsonLine(entry(1)));
	t.is(jsonLine(entry(1), undefined, null), jsonLine(entry(1)));
});

test('requested log fields are present even if the line lacks them', t => {
	t.is(
		jsonLine(entry(1), ['@list', 'status', '@x-id', '@status', '@none'], logged),
		'{"fields":{"list":["a","b"],"X-Id":"9f2c\\u009b","Status":"200","none":null},"status":200}',
	);
	t.is(jsonLine(entry(1), ['@a'], null), '{"fields":{"a":null}}');
});
