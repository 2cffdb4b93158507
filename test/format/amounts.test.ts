import test from 'ava';
import {byteSize} from '../../source/format/amounts.js';

for (const [bytes, text] of [
	[0, '0 B'],
	[1, '1 B'],
	[999, '999 B'],
	[1000, '1.0 kB'],
	[65_536, '66 kB'],
	[999_499, '999 kB'],
	[999_500, '1.0 MB'],
	[1_234_567, '1.2 MB'],
	[9_960_000, '10 MB'],
	[5e9, '5.0 GB'],
	[7e15, '7000 TB'],
] as const) {
	test(`${bytes} bytes are ${text}`, t => {
		t.is(byteSize(bytes), text);
	});
}
