import test from 'ava';
import {timeFormatter} from '../../source/format/time-formatter.js';
import {timeTexts} from '../../source/format/time-ranges.js';

const {range, shortRange} = timeTexts(timeFormatter('utc'), null);
const nine = Date.UTC(2026, 10, 5, 9);

test('a range has its date once, and ends with its last second', t => {
	t.is(range(nine, nine + 300_000), '5 Nov 2026 9:00:00 – 9:04:59');
});

test('a range over midnight has both dates', t => {
	t.is(range(nine, nine + 86_400_000), '5 Nov 2026 9:00:00 – 6 Nov 2026 8:59:59');
});

test('a range of a second is a time', t => {
	t.is(range(nine, nine + 1000), '5 Nov 2026 9:00:00');
});

test('a short range has no date on a known day, and no year in a known year', t => {
	t.is(shortRange(nine, nine + 60_000, nine + 3_600_000), '9:00:00 – 9:00:59');
	t.is(shortRange(nine, nine + 60_000, nine - 86_400_000), '5 Nov 9:00:00 – 9:00:59');
});
