import test from 'ava';
import {apart, laterText} from '../../../../../source/view/panels/request-details/lines/detail-line.js';
import {entry, start} from '../../../../helpers/entry.js';

const first = entry(0);

for (const [milliseconds, signed, later] of [
	[0, ' 0 s', 'in the same second'],
	[4, '+4 ms', '4 ms later'],
	[40, '+40 ms', '40 ms later'],
	[200, '+0.2 s', '0.2 s later'],
	[1240, '+1.2 s', '1.2 s later'],
	[3000, '+3 s', '3 s later'],
	[9970, '+9 s', '9 s later'],
	[75_500, '+75 s', '75 s later'],
	[-40, '−40 ms', '40 ms later'],
	[-180_000, '−3 min', '3 min later'],
] as const) {
	test(`formats an interval of ${milliseconds} ms between requests`, t => {
		const other = entry(1, {time: start + milliseconds});
		t.is(apart(other, first), signed);
		t.is(laterText(other, first), later);
	});
}

test('formats no interval if a request has no time', t => {
	const timeless = entry(1, {time: null});
	t.is(apart(timeless, first), '');
	t.is(laterText(first, timeless), '');
});
