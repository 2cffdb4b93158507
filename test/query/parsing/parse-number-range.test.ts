import test from 'ava';
import fc from 'fast-check';
import type {NumberField} from '../../../source/fields/fields.js';
import type {NumberRange} from '../../../source/query/expression.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../../source/query/parsing/time-period.js';
import {forAll} from '../../helpers/for-all.js';

function rangesOf(text: string): readonly NumberRange[] {
	const {expression} = parseQuery(text, anyCalendar);
	return expression.type === 'number' ? expression.ranges : [];
}

const low = Number.NEGATIVE_INFINITY;
const high = Number.POSITIVE_INFINITY;

const cases: ReadonlyArray<
	readonly [text: string, ...ranges: ReadonlyArray<readonly [from: number, to: number]>]
> = [
	['status:404', [404, 404]],
	['status:=404', [404, 404]],
	['status:"404"', [404, 404]],
	['status:5xx', [500, 599]],
	['status:50X', [500, 509]],
	['status:400-499', [400, 499]],
	['status:4xx-5xx', [400, 599]],
	['status:400-', [400, high]],
	['status:-399', [low, 399]],
	['status:>=500', [500, high]],
	['status:=>500', [500, high]],
	['status:=<399', [low, 399]],
	['status:>500', [501, high]],
	['status:<=299', [low, 299]],
	['status:<300', [low, 299]],
	['status:>4xx', [500, high]],
	['status:<4xx', [low, 399]],
	['status:>=4xx', [400, high]],
	['status:404,5xx,<200', [404, 404], [500, 599], [low, 199]],
	['status:000', [0, 0]],
	['status:1006', [1006, 1006]],
	['bytes:0', [0, 0]],
	['bytes:500b', [500, 500]],
	['bytes:1k', [1000, 1000]],
	['bytes:1KB', [1000, 1000]],
	['bytes:1ki', [1024, 1024]],
	['bytes:1KiB', [1024, 1024]],
	['bytes:1.5m', [1_500_000, 1_500_000]],
	['bytes:.5m', [500_000, 500_000]],
	['bytes:1mi', [1024 ** 2, 1024 ** 2]],
	['bytes:1g', [1e9, 1e9]],
	['bytes:1gib', [1024 ** 3, 1024 ** 3]],
	['bytes:2t', [2e12, 2e12]],
	['bytes:>1mb', [1_000_001, high]],
	['bytes:<1ki', [low, 1023]],
	['bytes:10k-20k', [10_000, 20_000]],
	['bytes:10-20k', [10, 20_000]],
	['bytes:1k-1ki', [1000, 1024]],
	['duration:>=500ms', [500, high]],
	['duration:500', [500, 500]],
	['duration:1s', [1000, 1000]],
	['duration:1.5s', [1500, 1500]],
	['duration:1s-2m', [1000, 120_000]],
	['duration:<=1h', [low, 3_600_000]],
	['duration:250us', [0.25, 0.25]],
	['duration:250µs', [0.25, 0.25]],
	['duration:250μs', [0.25, 0.25]],
];

for (const [text, ...expected] of cases) {
	test(text, t => {
		t.deepEqual(
			rangesOf(text).map(({from, to}) => [from, to]),
			expected.map(([from, to]) => [from, to]),
		);
	});
}

test('comparisons give the same results as in JavaScript', t => {
	const fields: ReadonlyArray<readonly [string, NumberField]> = [
		['bytes', 'bytes'],
		['status', 'status'],
	];
	const isIn = (text: string, value: number): boolean =>
		rangesOf(text).some(({from, to}) => value >= from && value <= to);
	const check = (name: string, bound: number, value: number): void => {
		t.is(isIn(`${name}:>${bound}`, value), value > bound);
		t.is(isIn(`${name}:>=${bound}`, value), value >= bound);
		t.is(isIn(`${name}:<${bound}`, value), value < bound);
		t.is(isIn(`${name}:<=${bound}`, value), value <= bound);
		t.is(isIn(`${name}:${bound}`, value), value === bound);
	};
	forAll(100, fc.constantFrom(...fields), fc.nat(1000), fc.nat(1000), ([name], bound, value) => {
		check(name, bound, value);
		check(name, bound, bound);
	});
	forAll(100, fc.nat(100_000), fc.nat(100_000), (bound, value) => {
		// Durations have fractions.
		check('duration', bound / 1000, value / 1000);
		check('duration', bound / 1000, bound / 1000);
	});
});
