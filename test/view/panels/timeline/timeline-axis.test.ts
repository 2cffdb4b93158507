import test from 'ava';
import fc from 'fast-check';
import {calendarIn} from '../../../../source/format/calendar.js';
import {timeFormatter} from '../../../../source/format/time-formatter.js';
import {parseQuery} from '../../../../source/query/parsing/parse-query.js';
import {periodOf} from '../../../../source/query/period-of.js';
import {columnOf, edges, runs} from '../../../../source/view/panels/timeline/edges.js';
import {rangeTerms} from '../../../../source/view/panels/timeline/range-terms.js';
import {coarser, finer, stepFor, stepText} from '../../../../source/view/panels/timeline/steps.js';
import {ticks} from '../../../../source/view/panels/timeline/ticks.js';
import {type LocalTime, localTime} from '../../../../source/view/panels/timeline/time-texts.js';
import {forAll} from '../../../helpers/for-all.js';

const hour = 3_600_000;
const day = 24 * hour;
const zones = ['utc', 'Europe/Vienna', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
function localIn(zone: string): LocalTime {
	return localTime(timeFormatter(zone).offsetAt, null);
}
const locals = new Map(zones.map(zone => [zone, localIn(zone)]));
const anyLocal = fc.constantFrom(...locals.values());
/** Times at which clocks are put back in Vienna, in New York and on Lord Howe Island. */
const putBack = [Date.UTC(2026, 9, 25, 1), Date.UTC(2026, 10, 1, 6), Date.UTC(2026, 3, 4, 15)];
const anyTime = fc.oneof(
	// From 2020 to 2040, in ms.
	fc.integer({min: 1_577_836_800_000, max: 2_208_988_800_000}),
	fc
		.tuple(fc.constantFrom(...putBack), fc.integer({min: -3 * hour, max: 3 * hour}))
		.map(([at, by]) => at + by),
);
const anySpan = fc.oneof(
	fc.integer({min: 0, max: 120_000}),
	fc.integer({min: 0, max: 3 * day}),
	fc.integer({min: 0, max: 40 * day}),
	fc.integer({min: 0, max: 2000 * day}),
);
const anyColumns = fc.integer({min: 1, max: 200});
const anyWide = fc.integer({min: 1, max: 4});

test('stepFor() returns the shortest convenient step with enough columns', t => {
	t.is(stepText(stepFor(hour, 73)), '1 min');
	t.is(stepText(stepFor(60_000, 73)), '1 s');
	t.is(stepText(stepFor(30 * day, 73)), '12 h');
	t.is(stepText(stepFor(30 * day, 30)), '1 day');
	t.is(stepText(stepFor(3 * 365 * day, 100)), '2 weeks');
	forAll(100, anySpan, anyColumns, (span, columns) => {
		const step = stepFor(span, columns);
		t.true(step * columns >= span);
		t.true(step === 1000 || finer(step) * columns < span);
		t.is(finer(coarser(step)), step);
	});
});

test('columns cover the whole period in ascending order without gaps', t => {
	forAll(100, anyTime, anySpan, anyColumns, anyLocal, (from, span, columns, local) => {
		const step = stepFor(span, columns);
		const found = edges(from, from + span, step, local, columns + 2);
		t.true((found[0] ?? Number.NaN) <= from);
		t.true((found.at(-1) ?? 0) > from + span);
		t.true(found.length - 1 <= columns + 2);
		t.true(found.every((edge, index) => index === 0 || edge > (found[index - 1] ?? edge)));
		t.is(columnOf(from, found), 0);
		t.is(columnOf((found[0] ?? 0) - 1, found), -1);
		t.is(columnOf(found.at(-1) ?? 0, found), found.length - 1);
		const joined = runs(found).flatMap(run =>
			Array.from({length: (run.to - run.from) / run.step}, (_, n) => run.from + n * run.step),
		);
		t.deepEqual(joined, found.slice(0, -1));
	});
});

test('distinguishes the two hours that clocks show when they are put back', t => {
	for (const [zone, change] of [
		['Europe/Vienna', Date.UTC(2026, 9, 25, 1)],
		['America/New_York', Date.UTC(2026, 10, 1, 6)],
	] as const) {
		for (const from of [change - hour / 2, change + hour / 2]) {
			t.is(edges(from, from + 60_000, 1000, locals.get(zone) ?? localIn(zone), 62)[0], from, zone);
		}
	}
});

test('columns of a day begin at midnight, even for days of 23 and 25 hours', t => {
	const local = locals.get('Europe/Vienna') ?? localIn('Europe/Vienna');
	// Clocks go forward on 29 March 2026, back on 25 October.
	for (const from of [Date.UTC(2026, 2, 26), Date.UTC(2026, 9, 22)]) {
		const found = edges(from, from + 6 * day, day, local, 100);
		t.true(found.every(edge => local.shownAt(edge) % day === 0));
		t.is(runs(found).length, 3);
	}
});

for (const [name, zone, from, span, step, labels] of [
	[
		'a minute',
		'utc',
		Date.UTC(2026, 10, 5, 9),
		60_000,
		1000,
		'0:9:00:00 10:9:00:10 20:9:00:20 30:9:00:30 40:9:00:40 50:9:00:50',
	],
	[
		'an hour',
		'utc',
		Date.UTC(2026, 10, 5, 9),
		hour,
		60_000,
		'0:9:00 10:9:10 20:9:20 30:9:30 40:9:40 50:9:50',
	],
	['over midnight', 'utc', Date.UTC(2026, 10, 5, 21), 6 * hour, 600_000, '6:22:00 18:6 Nov 30:2:00'],
	['a month', 'utc', Date.UTC(2026, 9, 20), 30 * day, day, '6:26 Oct 20:9 Nov'],
	['a year', 'utc', Date.UTC(2026, 5, 1), 400 * day, 7 * day, '4:Jul 13:Sep 21:Nov 30:2027 39:Mar 47:May'],
	[
		'clocks go back',
		'Europe/Vienna',
		Date.UTC(2026, 9, 24, 22),
		6 * hour,
		600_000,
		'0:25 Oct 18:2:00 30:4:00',
	],
] as const) {
	test(`labels the axis: ${name}`, t => {
		const local = locals.get(zone) ?? localIn(zone);
		const found = ticks(edges(from, from + span - 1, step, local, 300), local);
		t.is(found.map(({cell, label}) => `${cell}:${label}`).join(' '), labels);
	});
}

test("labels are at their times, don't overlap and stay within the chart", t => {
	fc.assert(
		fc.property(anyTime, anySpan, anyColumns, anyLocal, anyWide, (from, span, columns, local, wide) => {
			const step = stepFor(span, columns);
			const found = edges(from, from + span, step, local, columns + 2);
			const shown = ticks(found, local, wide);
			shown.forEach(({cell, label}, index) => {
				t.true(cell >= 0 && cell % wide === 0 && cell + label.length <= (found.length - 1) * wide);
				const before = shown[index - 1];
				t.true(!before || before.cell + before.label.length < cell);
				const column = cell / wide;
				const clock = /^(\d+):(\d\d)(?::(\d\d))?$/.exec(label);
				if (clock) {
					const [, h, m, s = 0] = clock.map(Number);
					const shownTime = ((h ?? 0) * 60 + (m ?? 0)) * 60_000 + (s || 0) * 1000;
					const begin = local.shownAt(found[column] ?? 0) % day;
					const end = begin + ((found[column + 1] ?? 0) - (found[column] ?? 0));
					// If clocks change within a column, it contains local times outside its ends.
					const isEven = local.offsetAt(found[column] ?? 0) === local.offsetAt(found[column + 1] ?? 0);
					t.true(!isEven || (shownTime >= begin && shownTime < end) || shownTime + day < end, label);
				}
			});
		}),
		{numRuns: 300},
	);
});

test('the terms of a range match exactly that range', t => {
	fc.assert(
		fc.property(anyTime, anySpan, fc.constantFrom(...zones), fc.nat({max: 100}), (from, span, zone, at) => {
			const local = locals.get(zone) ?? localIn(zone);
			const found = edges(from, from + span, stepFor(span, 60), local, 70);
			const place = at % (found.length - 1);
			const begin = found[place] ?? 0;
			const end = found[Math.min(found.length - 1, place + 1 + (at % 7))] ?? 0;
			const now = Date.UTC(2026, 10, 21);
			const {expression} = parseQuery(rangeTerms(begin, end, local).join(' '), calendarIn(zone, now));
			t.deepEqual({...periodOf(expression, now), rolls: false}, {from: begin, until: end - 1, rolls: false});
		}),
		{numRuns: 200},
	);
});

test('the terms of a range are as short as possible', t => {
	const utc = locals.get('utc') ?? localIn('utc');
	const nine = Date.UTC(2026, 10, 5, 9);
	const midnight = Date.UTC(2026, 10, 5);
	t.deepEqual(rangeTerms(nine, nine + 300_000, utc), ['since:2026-11-05T09:00', 'until:2026-11-05T09:05']);
	t.deepEqual(rangeTerms(nine, nine + 15_000, utc), [
		'since:2026-11-05T09:00:00',
		'until:2026-11-05T09:00:15',
	]);
	t.deepEqual(rangeTerms(midnight, midnight + 7 * day, utc), ['since:2026-11-05', 'until:2026-11-11']);
	const vienna = locals.get('Europe/Vienna') ?? localIn('Europe/Vienna');
	const twice = Date.UTC(2026, 9, 25, 0, 30);
	t.deepEqual(rangeTerms(twice, twice + hour, vienna), [
		'since:2026-10-25T02:30+02:00',
		'until:2026-10-25T02:30+01:00',
	]);
});
