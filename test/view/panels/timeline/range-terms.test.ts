import test from 'ava';
import fc from 'fast-check';
import {calendarIn} from '../../../../source/format/calendar.js';
import {parseQuery} from '../../../../source/query/parsing/parse-query.js';
import {periodOf} from '../../../../source/query/period-of.js';
import {edges} from '../../../../source/timeline/edges.js';
import {stepFor} from '../../../../source/timeline/steps.js';
import {rangeTerms} from '../../../../source/view/panels/timeline/range-terms.js';
import {anySpan, anyTime, day, hour, localIn, zones} from '../../../helpers/local-times.js';

test('the terms of a range match exactly that range', t => {
	fc.assert(
		fc.property(anyTime, anySpan, fc.constantFrom(...zones), fc.nat({max: 100}), (from, span, zone, at) => {
			const local = localIn(zone);
			const found = edges(from, from + span, stepFor(span, 60), local, 70);
			const index = at % (found.length - 1);
			const begin = found[index] ?? 0;
			const end = found[Math.min(found.length - 1, index + 1 + (at % 7))] ?? 0;
			const now = Date.UTC(2026, 10, 21);
			const {expression} = parseQuery(rangeTerms(begin, end, local).join(' '), calendarIn(zone, now));
			t.deepEqual({...periodOf(expression, now), rolls: false}, {from: begin, until: end - 1, rolls: false});
		}),
		{numRuns: 200},
	);
});

test('the terms of a range are as short as possible', t => {
	const utc = localIn('utc');
	const nine = Date.UTC(2026, 10, 5, 9);
	const midnight = Date.UTC(2026, 10, 5);
	t.deepEqual(rangeTerms(nine, nine + 300_000, utc), ['since:2026-11-05T09:00', 'until:2026-11-05T09:05']);
	t.deepEqual(rangeTerms(nine, nine + 15_000, utc), [
		'since:2026-11-05T09:00:00',
		'until:2026-11-05T09:00:15',
	]);
	t.deepEqual(rangeTerms(midnight, midnight + 7 * day, utc), ['since:2026-11-05', 'until:2026-11-11']);
	const vienna = localIn('Europe/Vienna');
	const twice = Date.UTC(2026, 9, 25, 0, 30);
	t.deepEqual(rangeTerms(twice, twice + hour, vienna), [
		'since:2026-10-25T02:30+02:00',
		'until:2026-10-25T02:30+01:00',
	]);
});
