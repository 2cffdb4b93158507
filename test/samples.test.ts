import {readFileSync} from 'node:fs';
import test from 'ava';
import {storefrontSample} from './helpers/storefront-sample.js';

const sample = (name: string) => readFileSync(new URL(`../../samples/${name}`, import.meta.url));

test('storefront.log is what its generator makes', t => {
	const text = sample('storefront.log').toString('latin1');
	t.true(
		text === storefrontSample(),
		'make it again: npm run build && node build/test/helpers/write-storefront-sample.js',
	);
	t.true(text.length < 700_000);
});

test('storefront.log is out of order here and there', t => {
	const times = [
		...sample('storefront.log')
			.toString('latin1')
			.matchAll(/\[(\d+)\/Nov\/2026:(\S+) /g),
	].map(([, day, clock]) => `${day} ${clock}`);
	const early = times.filter((time, index) => index > 0 && time < (times[index - 1] ?? time)).length;
	t.true(early > 20 && early < times.length / 10, String(early));
});

test('the samples of the formats are whole lines', t => {
	for (const name of ['common.log', 'combined.log', 'vhost_combined.log', 'iis.log', 'cloudfront.log']) {
		const lines = sample(name).toString('latin1').split('\n');
		t.is(lines.pop(), '');
		t.true(lines.length >= 10 && lines.length <= 60, name);
	}
});

test('the readme says of each line of unruly.log what it shows', t => {
	const lines = sample('unruly.log').toString('latin1').split('\n').length;
	const described = [
		...sample('readme.md')
			.toString('utf8')
			.matchAll(/^\| (\d+) \|/gm),
	].map(([, number]) => Number(number));
	t.deepEqual(
		described,
		Array.from({length: lines}, (_, index) => index + 1),
	);
});

test('unruly.log has kept its raw bytes', t => {
	const bytes = sample('unruly.log');
	t.true(bytes.includes(Buffer.alloc(512)));
	t.true(bytes.includes('\x1b[2J'));
	t.true(bytes.includes('\r\n'));
	t.true(bytes.includes(Buffer.from([0xff, 0xfe])));
	t.true(bytes.includes('\u202e'));
	t.false(bytes.toString('latin1').endsWith('\n'));
	t.true(
		Math.max(
			...bytes
				.toString('latin1')
				.split('\n')
				.map(line => line.length),
		) > 65_536,
	);
});
