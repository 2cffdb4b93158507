import test from 'ava';
import fc from 'fast-check';
import type {Unit} from '../../../source/entries/json/json-formats.js';
import {jsonDuration, jsonNumber, wholeJsonNumber} from '../../../source/entries/json/json-numbers.js';
import {forAll} from '../../helpers/for-all.js';

function number(text: string, scale?: number): number {
	const bytes = Buffer.from(`9${text}9`);
	return jsonNumber(bytes, 1, bytes.length - 1, scale);
}

function whole(text: string): number {
	return wholeJsonNumber(Buffer.from(text), 0, Buffer.byteLength(text));
}

test('parses numbers like JSON.parse', t => {
	forAll(500, fc.double({min: 0, noNaN: true, noDefaultInfinity: true}), value => {
		const text = JSON.stringify(value);
		const digits = text.split(/[.e]/, 1)[0]?.length ?? 0;
		fc.pre(digits < 16);
		const found = number(text);
		t.true(found === value || Math.abs(found - value) <= Math.abs(value) * 2e-14, `${text}: ${found}`);
	});
	forAll(500, fc.nat({max: 999_999_999}), fc.integer({min: 0, max: 9}), (digits, decimals) => {
		const text = (digits / 10 ** decimals).toFixed(decimals);
		t.is(number(text), JSON.parse(text));
	});
});

test('rounds a scaled number only once', t => {
	t.is(number('0.29', 3), 290);
	t.is(number('1.001', 3), 1001);
	t.is(number('357313', -6), 0.357_313);
	t.is(number('2.701e-06', 3), 0.002_701);
	t.is(number('1E2'), 100);
	t.is(number('1e400', 3), Number.POSITIVE_INFINITY);
	t.is(number('1e-400', 3), 0);
});

test('an integer must be a safe, non-negative JSON number', t => {
	t.is(whole('9007199254740991'), 9_007_199_254_740_991);
	for (const text of [
		'9007199254740993',
		'18446744073709551615',
		'1e400',
		'0.5',
		'-1',
		'',
		'.5',
		'1.',
		'1e',
	]) {
		t.is(whole(text), Number.NaN, text);
	}
	t.is(whole('2e2'), 200);
	t.is(whole('200.0'), 200);
	t.is(whole('12e-1'), Number.NaN);
});

function duration(text: string, unit?: Unit): number {
	const bytes = Buffer.from(`1${text}s`);
	return jsonDuration(bytes, 1, bytes.length - 1, unit);
}

test('reads a number in the given unit', t => {
	t.is(duration('0.000002701', 's'), 0.002_701);
	t.is(duration('12', 'ms'), 12);
	t.is(duration('12', 'us'), 0.012);
	t.is(duration('2001375', 'ns'), 2.001_375);
	t.is(duration('2.701e-06', 's'), 0.002_701);
});

test('rejects a number without a unit, regardless of its size', t => {
	t.is(duration('12'), Number.NaN);
	t.is(duration('12', 'own'), Number.NaN);
});

test('units in the value, as Go writes them, override the unit of the format', t => {
	t.is(duration('1.5ms', 's'), 1.5);
	t.is(duration('12µs'), 0.012);
	t.is(duration('12μs'), 0.012);
	t.is(duration('12us'), 0.012);
	t.is(duration('12ns'), 0.000_012);
	t.is(duration('0.120s', 'own'), 120);
	t.is(duration('1m2.5s'), 62_500);
	t.is(duration('12 ms'), 12);
	t.is(duration('1h0m1s'), 3_601_000);
});

test('rejects values that are neither numbers nor durations', t => {
	for (const text of [
		'',
		'ms',
		'12  ms',
		'12x',
		'1.5.5s',
		'-1s',
		'12mss',
		'PT1S',
		'1s2',
		'null',
		'12ks',
		'12à',
	]) {
		t.is(duration(text, 'ms'), Number.NaN, text);
	}
});

test('nginx writes seconds with a point and up to three decimals', t => {
	t.is(duration('0.012', 'nginx'), 12);
	t.is(duration('1.5', 'nginx'), 1500);
	t.is(duration('0', 'nginx'), 0);
	t.is(duration('0.000', 'nginx'), 0);
	for (const text of ['12', '12345', '1', '0.0123', '12.3456', '1e-3', '-']) {
		t.is(duration(text, 'nginx'), Number.NaN, text);
	}
	t.is(duration('12ms', 'nginx'), 12);
});
