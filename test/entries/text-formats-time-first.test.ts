import test from 'ava';
import {lineFields} from '../helpers/line-fields.js';

const timeFirst = 'time_first';

process.env.TZ = 'America/New_York';

const fields = {
	time: '2013-02-11T11:43:36.000Z',
	zone: -300,
	ip: '192.0.2.1',
	method: 'GET',
	url: '/client/',
	status: 200,
	bytes: 5778,
};

const begin = '2013-02-11T06:43:36 192.0.2.1';

test('reads a line with all columns', t => {
	t.deepEqual(
		lineFields(timeFirst, `${begin} frank GET "/a b/" -1 200 5778 "http://a.example/" "Mozilla/5.0"`),
		{...fields, user: 'frank', url: '/a b/', referer: 'http://a.example/', userAgent: 'Mozilla/5.0'},
	);
});

test('reads a target with or without quotes, and with escaped quotes', t => {
	t.deepEqual(lineFields(timeFirst, `${begin} - GET "/client/" -1 200 5778`), fields);
	t.deepEqual(lineFields(timeFirst, `${begin} - GET /client/ -1 200 5778`), fields);
	t.deepEqual(lineFields(timeFirst, `${begin} - GET "/\\"\\\\" 7 200 5778`), {...fields, url: '/"\\'});
});

test('reads a line without client, size and referer', t => {
	t.deepEqual(lineFields(timeFirst, '2013-02-11T06:43:36 - - HEAD / -1 304 - "-" "-"'), {
		time: fields.time,
		zone: fields.zone,
		method: 'HEAD',
		url: '/',
		status: 304,
	});
});

test('a leap second is the first second of the next minute', t => {
	t.deepEqual(lineFields(timeFirst, '2016-12-31T23:59:60 192.0.2.1 - GET /client/ 1 200 5778'), {
		...fields,
		time: '2017-01-01T05:00:00.000Z',
	});
});

test("fault 41: a time is in the environment's zone, in summer too", t => {
	const summer = lineFields(timeFirst, '2013-07-11T06:43:36 192.0.2.1 - GET /client/ 1 200 5778');
	t.is(summer?.time, '2013-07-11T10:43:36.000Z');
	t.is(summer?.zone, -240);
});

test('reads a zone and a fraction', t => {
	const line = '2013-02-11T06:43:36.5+01:00 192.0.2.1 - GET /client/ 1 200 5778';
	t.deepEqual(lineFields(timeFirst, line), {...fields, time: '2013-02-11T05:43:36.500Z', zone: 60});
});

const rest = '192.0.2.1 - GET "/client/" -1 200 5778 "-" "-"';

const notRead: ReadonlyArray<readonly [what: string, line: string]> = [
	['an empty line', ''],
	['only a time', '2013-02-11T06:43:36'],
	['only a time and a space', '2013-02-11T06:43:36 '],
	['only a client after the time', begin],
	[
		'a fraction that could be mistaken for the client',
		'2013-02-11T06:43:36.5 frank GET "/client/" -1 200 5778',
	],
	['a target without a closing quote', `${begin} - GET "/client/ -1 200 5778`],
	['no number before the status', `${begin} - GET "/client/" 200 5778`],
	['no size', `${begin} - GET "/client/" -1 200`],
];

for (const [what, line] of notRead) {
	test(`rejects ${what}`, t => {
		t.is(lineFields(timeFirst, line), null);
	});
}

const unreadable: ReadonlyArray<readonly [field: string, what: string, line: string]> = [
	['time', 'a day that does not exist', `2013-02-30T06:43:36 ${rest}`],
	['time', '31 April', `2013-04-31T06:43:36 ${rest}`],
	['time', '29 February of a year without', `2013-02-29T06:43:36 ${rest}`],
	['time', 'day 0', `2013-02-00T06:43:36 ${rest}`],
	['time', 'month 0', `2013-00-11T06:43:36 ${rest}`],
	['time', 'month 13', `2013-13-11T06:43:36 ${rest}`],
	['time', 'hour 24', `2013-02-11T24:00:00 ${rest}`],
	['time', 'minute 60', `2013-02-11T06:60:36 ${rest}`],
	['time', 'second 61', `2013-02-11T06:43:61 ${rest}`],
	['time', 'dots in the clock', `2013-02-11T06.43.36 ${rest}`],
	['status', 'a status of two digits', `${begin} - GET "/client/" -1 99 5778`],
	['status', 'a status of four digits', `${begin} - GET "/client/" -1 1000 5778`],
	['status', 'no status', `${begin} - GET "/client/" -1 - 5778`],
	['bytes', 'a size that is a word', `${begin} - GET "/client/" -1 200 big`],
];

for (const [field, what, line] of unreadable) {
	test(`${what} leaves only that field empty`, t => {
		const others = Object.entries(fields).filter(
			([name]) => name !== field && !(field === 'time' && name === 'zone'),
		);
		t.deepEqual(lineFields(timeFirst, line), Object.fromEntries(others));
	});
}

test('reads 29 February of a leap year', t => {
	t.is(lineFields(timeFirst, `2012-02-29T06:43:36 ${rest}`)?.time, '2012-02-29T11:43:36.000Z');
});
