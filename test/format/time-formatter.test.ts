import test from 'ava';
import {timeFormatter} from '../../source/format/time-formatter.js';
import {timeOf} from '../helpers/time-of.js';

const time = Date.UTC(2026, 10, 5, 9, 3, 7);

const cases: ReadonlyArray<
	readonly [zone: string, time: number | null, logZone: number | null, shown: string]
> = [
	['utc', time, 60, '5 Nov 2026 9:03:07'],
	['utc', Date.UTC(2026, 0, 31, 0, 0, 0), null, '31 Jan 2026 0:00:00'],
	['utc', Date.UTC(2026, 11, 15, 23, 59, 59, 999), null, '15 Dec 2026 23:59:59'],
	['utc', -1, null, '31 Dec 1969 23:59:59'],
	['log', time, 330, '5 Nov 2026 14:33:07'],
	['log', time, -600, '4 Nov 2026 23:03:07'],
	['Europe/Vienna', time, 0, '5 Nov 2026 10:03:07'],
	['Europe/Vienna', Date.UTC(2026, 6, 5, 9, 3, 7), 0, '5 Jul 2026 11:03:07'],
	['America/New_York', time, null, '5 Nov 2026 4:03:07'],
	['Asia/Kathmandu', time, null, '5 Nov 2026 14:48:07'],
	['utc', null, null, 'n/a'],
	['Europe/Vienna', null, null, 'n/a'],
	['utc', Number.NaN, null, 'n/a'],
	['Europe/Vienna', 9e15, null, 'n/a'],
];

for (const [zone, given, logZone, shown] of cases) {
	test(`${given} in ${zone} (${logZone}) is ${shown}`, t => {
		t.is(timeFormatter(zone)(given, logZone), shown);
	});
}

test('a zone changes its clock on the minute', t => {
	const format = timeFormatter('Europe/Vienna');
	const change = Date.UTC(2026, 9, 25, 1);
	t.is(format(change - 1000, null), '25 Oct 2026 2:59:59');
	t.is(format(change, null), '25 Oct 2026 2:00:00');
	t.is(format(change - 1000, null), '25 Oct 2026 2:59:59');
});

test('local is the zone of the environment, also for a log without zones', t => {
	const local = new Date(time);
	const shown = `${local.getDate()} Nov 2026 ${local.getHours()}:03:07`;
	t.is(timeFormatter('local')(time, 330), shown);
	t.is(timeFormatter('log')(time, null), shown);
});

test('refuses a zone that does not exist, by its name', t => {
	t.throws(() => timeFormatter('Mars/Base'), {
		instanceOf: RangeError,
		message: /“Mars\/Base”.*Europe\/Vienna/,
	});
});

test('formats a time quickly', t => {
	const format = timeFormatter('Europe/Vienna');
	const taken = timeOf(() => {
		for (let n = 0; n < 20_000; n++) {
			format(time + n * 10, null);
		}
	}, 200);
	t.true(taken < 200, `${taken} ms`);
});
