import test from 'ava';
import fc from 'fast-check';
import {columnOf, edges, runs} from '../../source/timeline/edges.js';
import {coarser, finer, stepFor, stepText} from '../../source/timeline/steps.js';
import {forAll} from '../helpers/for-all.js';
import {anyLocal, anySpan, anyTime, day, hour, localIn} from '../helpers/local-times.js';

const anyColumns = fc.integer({min: 1, max: 200});

test('stepFor() returns the shortest convenient step with enough columns', t => {
	t.is(stepText(stepFor(hour, 73)), '1 min');
	t.is(stepText(stepFor(60_000, 73)), '1 s');
	t.is(stepText(stepFor(65.5 * 60_000, 98)), '1 min');
	t.is(stepText(stepFor(65 * 60_000, 98)), '40 s');
	t.is(stepText(stepFor(30 * day, 73)), '12 h');
	t.is(stepText(stepFor(30 * day, 30)), '1 day');
	t.is(stepText(stepFor(100 * 90_000, 100)), '1½ min');
	t.is(stepText(stepFor(3 * 365 * day, 100)), '2 weeks');
	t.is(stepText(stepFor(10 * 365 * day, 100)), '3 months');
	t.is(stepText(stepFor(300 * 365 * day, 100)), '4 years');
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
			t.is(edges(from, from + 60_000, 1000, localIn(zone), 62)[0], from, zone);
		}
	}
});

test('columns of a day begin at midnight, even for days of 23 and 25 hours', t => {
	const local = localIn('Europe/Vienna');
	// Clocks go forward on 29 March 2026, back on 25 October.
	for (const from of [Date.UTC(2026, 2, 26), Date.UTC(2026, 9, 22)]) {
		const found = edges(from, from + 6 * day, day, local, 100);
		t.true(found.every(edge => local.shownAt(edge) % day === 0));
		t.is(runs(found).length, 3);
	}
});

test('columns of months and years begin with them', t => {
	const local = localIn('Europe/Vienna');
	const from = Date.UTC(2024, 0, 20);
	for (const [months, step] of [
		[1, stepFor(30 * day, 1)],
		[3, stepFor(91 * day, 1)],
		[12, stepFor(365 * day, 1)],
		[24, stepFor(730 * day, 1)],
	] as const) {
		const found = edges(from, from + 4000 * day, step, local, 20);
		found.forEach((edge, column) => {
			const date = new Date(local.shownAt(edge));
			t.is(date.toISOString().slice(8), '01T00:00:00.000Z');
			t.is(date.getUTCFullYear() * 12 + date.getUTCMonth(), 2024 * 12 + months * column);
		});
	}
});
