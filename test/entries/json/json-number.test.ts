import test from 'ava';
import fc from 'fast-check';
import {jsonNumber, wholeJsonNumber} from '../../../source/entries/json/json-number.js';
import {runs} from '../../helpers/runs.js';

const read = (text: string, scale?: number): number => {
	const bytes = Buffer.from(`9${text}9`);
	return jsonNumber(bytes, 1, bytes.length - 1, scale);
};

const whole = (text: string): number => wholeJsonNumber(Buffer.from(text), 0, Buffer.byteLength(text));

test('a number is what JSON.parse makes of it', t => {
	fc.assert(
		fc.property(fc.double({min: 0, noNaN: true, noDefaultInfinity: true}), value => {
			const text = JSON.stringify(value);
			const digits = text.split(/[.e]/, 1)[0]?.length ?? 0;
			fc.pre(digits < 16);
			const found = read(text);
			t.true(found === value || Math.abs(found - value) <= Math.abs(value) * 2e-14, `${text}: ${found}`);
		}),
		runs(500),
	);
	fc.assert(
		fc.property(fc.nat({max: 999_999_999}), fc.integer({min: 0, max: 9}), (digits, decimals) => {
			const text = (digits / 10 ** decimals).toFixed(decimals);
			t.is(read(text), JSON.parse(text));
		}),
		runs(500),
	);
});

test('scaled, it is rounded once only', t => {
	t.is(read('0.29', 3), 290);
	t.is(read('1.001', 3), 1001);
	t.is(read('357313', -6), 0.357_313);
	t.is(read('2.701e-06', 3), 0.002_701);
	t.is(read('1E2'), 100);
	t.is(read('1e400', 3), Number.POSITIVE_INFINITY);
	t.is(read('1e-400', 3), 0);
});

test('what a number cannot hold is none, nor is anything else', t => {
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
