import test from 'ava';
import {formatNumber} from '../../../source/entries/json/json-formats.js';
import type {Unit} from '../../../source/entries/json/known-names.js';
import {loggedDuration} from '../../../source/entries/json/logged-duration.js';

const read = (text: string, named: Unit, format: number): number => {
	const bytes = Buffer.from(text);
	return loggedDuration(bytes, 0, bytes.length, named, format);
};

test('the unit is that of the name, else that of the format', t => {
	const {caddy, traefik, envoy, fastly} = formatNumber;
	for (const format of [caddy, traefik, envoy, fastly, 99]) {
		t.is(read('1500', 'us', format), 1.5);
		t.is(read('1.5ms', 'format', format), 1.5, 'its own');
	}
	t.is(read('1.5', 'format', caddy), 1500);
	t.is(read('1500000', 'format', traefik), 1.5);
	t.is(read('15', 'format', envoy), 15);
	t.is(read('1500', 'format', fastly), 1.5);
	t.is(read('1500', 'format', 99), Number.NaN);
});

test('what can be no seconds in Caddy is none', t => {
	const {caddy} = formatNumber;
	t.is(read('4200000', 'format', caddy), Number.NaN);
	t.is(read('4200000.5', 'format', caddy), 4_200_000_500);
	t.is(read('999', 'format', caddy), 999_000);
});
