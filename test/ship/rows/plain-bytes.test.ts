import test from 'ava';
import fc from 'fast-check';
import {PlainBytes} from '../../../source/ship/rows/plain-bytes.js';
import {runs} from '../../helpers/runs.js';

test('what is plain in many bytes is what is plain by itself', t => {
	const odd = fc.record({place: fc.nat(20_000), byte: fc.constantFrom(92, 35, 128, 255, 10)});
	const span = fc.tuple(fc.nat(20_000), fc.nat(300));
	fc.assert(
		fc.property(fc.array(odd, {maxLength: 6}), fc.array(span, {maxLength: 30}), (odds, spans) => {
			const bytes = Buffer.alloc(20_001, 97);
			for (const {place, byte} of odds) {
				bytes[place] = byte;
			}
			const plain = new PlainBytes();
			for (const escapeByte of [92, 35, 255]) {
				for (const [start, length] of spans) {
					const end = Math.min(bytes.length, start + length);
					const isPlain = bytes.subarray(start, end).every(byte => byte < 128 && byte !== escapeByte);
					t.is(plain.isPlain(bytes, escapeByte, start, end), isPlain);
				}
			}
		}),
		runs(100),
	);
});
