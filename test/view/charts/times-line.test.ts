import test from 'ava';
import fc from 'fast-check';
import {edges} from '../../../source/timeline/edges.js';
import {stepFor} from '../../../source/timeline/steps.js';
import {type Moment, ticks, timesLine} from '../../../source/view/charts/times-line.js';
import {forAll} from '../../helpers/for-all.js';
import {anyLocal, anySpan, anyTime, day, hour, localIn} from '../../helpers/local-times.js';
import {plainTheme} from '../../helpers/themes.js';

const anyColumns = fc.integer({min: 1, max: 200});

for (const [name, zone, from, span, step, labels] of [
	['a minute', 'utc', Date.UTC(2026, 10, 5, 9), 60_000, 1000, '0:9:00:00 15:9:00:15 30:9:00:30 45:9:00:45'],
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
		const local = localIn(zone);
		const found = ticks(edges(from, from + span - 1, step, local, 300), local);
		t.is(found.map(({column, label}) => `${column}:${label}`).join(' '), labels);
	});
}

test("labels are at their times, don't overlap and stay within the chart", t => {
	forAll(300, anyTime, anySpan, anyColumns, anyLocal, (from, span, columns, local) => {
		const step = stepFor(span, columns);
		const found = edges(from, from + span, step, local, columns + 2);
		const shown = ticks(found, local);
		t.true(shown.length <= 10);
		shown.forEach(({column, label}, index) => {
			t.true(column >= 0 && column + 1 + label.length <= found.length - 1);
			const before = shown[index - 1];
			t.true(!before || before.column + 1 + before.label.length < column);
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
	});
});

/** The line of times of an hour in columns of a minute. */
function lineOf(...moments: readonly Moment[]): string {
	const nine = Date.UTC(2026, 10, 5, 9);
	const of = edges(nine, nine + hour - 1, 60_000, localIn('utc'), 60);
	const line = timesLine(of, localIn('utc'), moments, plainTheme);
	return line.map(({text}) => text).join('');
}

/** A moment of that hour. */
function at(minute: number, text: string | null = null): Moment {
	return {time: Date.UTC(2026, 10, 5, 9, minute), text};
}

test('a label is right of its mark; bookmarks and separators come first, and labels that would touch them are omitted', t => {
	t.is(lineOf(), '╵9:00     ╵9:10     ╵9:20     ╵9:30     ╵9:40     ╵9:50     ');
	t.is(
		lineOf(at(12, 'deploy 4.18'), at(33), at(44)),
		'╵9:00       ▲ deploy 4.18        ◆          ◆     ╵9:50     ',
	);
	t.is(lineOf(at(70), at(-1)), lineOf());
});

test('a separator at the right edge has its name to the left; a name that fits nowhere is omitted', t => {
	t.regex(lineOf(at(58, 'deploy 4.18')), /9:30 {5}╵9:40 deploy 4\.18 ▲ $/);
	t.regex(lineOf(at(50), at(52, 'deploy'), at(58)), /╵9:40 {5}◆ ▲ {5}◆ $/);
	t.regex(lineOf(at(20, 'a\u001b[31m')), / ▲ a\\x1b\[31m /);
});
