import test from 'ava';
import {apacheEscaped, combinedFields, combinedLine} from '../../helpers/arbitrary-lines.js';
import {forAll} from '../../helpers/for-all.js';
import {lineFields} from '../../helpers/line-fields.js';

const common = 'common';

const begin = '192.0.2.1 - frank [20/Nov/2026:09:03:07 +0100] "GET /en/ HTTP/1.1" 200 4523';

const fields = {
	ip: '192.0.2.1',
	user: 'frank',
	time: '2026-11-20T08:03:07.000Z',
	zone: 60,
	method: 'GET',
	url: '/en/',
	protocol: 'HTTP/1.1',
	status: 200,
	bytes: 4523,
};

for (const after of ['', ' ', ' "a referer alone"', ' "-" "cut in the mid', ' "-" - "x"', ' \\" \\"']) {
	test(`reads a line with only ${JSON.stringify(after)} after the size`, t => {
		t.deepEqual(lineFields(common, begin + after), fields);
	});
}

test('a line with referer and user agent is in the combined format', t => {
	t.is(lineFields(common, `${begin} "-" "-"`), null);
	t.is(lineFields(common, `${begin} "" "" 7`), null);
});

test('a size with trailing characters is unknown, unless they end a string', t => {
	const {bytes: _, ...others} = fields;
	t.is(lineFields(common, `${begin}"`), null);
	t.deepEqual(lineFields(common, `${begin}.5`), others);
});

test('a line that starts with a virtual host has another format', t => {
	t.is(lineFields(common, `www.example.com:80 ${begin}`), null);
	t.is(lineFields(common, `www.example.com ${begin}`), null);
});

test('reads back exactly what a server writes', t => {
	forAll(200, combinedFields, ({referer, userAgent, ...rest}) => {
		const line = combinedLine({...rest, referer: null, userAgent: null}, apacheEscaped);
		const expected = Object.entries({...rest, time: new Date(rest.time).toISOString()});
		t.deepEqual(
			lineFields(common, line.slice(0, -' "-" "-"'.length)),
			Object.fromEntries(expected.filter(([, value]) => value !== null)),
		);
	});
});
