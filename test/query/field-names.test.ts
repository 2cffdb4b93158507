import test from 'ava';
import {fieldNamed, fieldNames, nearestField} from '../../source/query/field-names.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../source/query/parsing/time-period.js';

test('finds fields by name, ignoring case, and by alternative spellings', t => {
	for (const name of Object.keys(fieldNames)) {
		t.is(fieldNamed(name), name as keyof typeof fieldNames);
		t.is(fieldNamed(name.toUpperCase()), name as keyof typeof fieldNames);
	}
	t.is(fieldNamed('userAgent'), 'agent');
	t.is(fieldNamed('user-agent'), 'agent');
	t.is(fieldNamed('durationMs'), 'duration');
	t.is(fieldNamed('referrer'), 'referer');
	t.is(fieldNamed('referrer-host'), 'referer-host');
	for (const none of ['', 'constructor', '__proto__', 'stauts', 'hosts']) {
		t.is(fieldNamed(none), undefined);
	}
});

test('suggests the nearest field for a misspelt name, and none for other words', t => {
	const near = ['stauts', 'sta', 'METHD', 'hots', 'path', 'client', 'ua', 'xip', 'refferer', 'sinse'].map(
		nearestField,
	);
	t.deepEqual(near, ['status', 'status', 'method', 'host', 'url', 'ip', 'agent', 'ip', 'referer', 'since']);
	for (const none of ['', 'x', 'foo', 'http', 'localhost', 'constructor', '12']) {
		t.is(nearestField(none), undefined, none);
	}
});

test('suggests fields for names that logs and other tools use', t => {
	const near = ['last', 'request_time', 'response_time', 'status_code', 'user_agent', 'raw'].map(
		nearestField,
	);
	t.deepEqual(near, ['since', 'duration', 'duration', 'status', 'agent', 'line']);
});

test('suggests fields for the names of the lists of the most frequent values', t => {
	const near = ['client', 'Parameter', 'User agent', 'Referer host', 'Kind', 'Owner', 'Bots'].map(
		nearestField,
	);
	t.deepEqual(near, ['ip', 'param', 'agent', 'referer-host', 'bot', 'asn', 'bot']);
});

test('the example of every field is a valid value', t => {
	for (const [name, {example}] of Object.entries(fieldNames)) {
		t.notThrows(() => parseQuery(`${name}:${example}`, anyCalendar), name);
	}
});
