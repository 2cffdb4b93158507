import test from 'ava';
import fc from 'fast-check';
import {tailLength} from '../../../../source/fleet/ship/checkpoints/checkpoint.js';
import {CutBytes} from '../../../../source/fleet/ship/chunks/cut-bytes.js';
import {forAll} from '../../../helpers/for-all.js';

test('offsets and preceding bytes are right for pieces of any length', t => {
	forAll(
		100,
		fc.nat(300),
		fc.array(fc.uint8Array({maxLength: 400}), {minLength: 1, maxLength: 6}),
		fc.double({min: 0, max: 1, noNaN: true}),
		(start, pieces, share) => {
			const before = Buffer.alloc(start, 'x');
			const log = Buffer.concat([before, ...pieces]);
			const bytes = new CutBytes(start, before.subarray(-tailLength));
			let end = start;
			for (const piece of pieces) {
				const from = end;
				bytes.next(Buffer.from(piece));
				end += piece.length;
				t.is(bytes.end, end);
				const at = from + Math.floor(share * piece.length);
				t.deepEqual(bytes.between(at, end), log.subarray(at, end));
				t.deepEqual(bytes.between(0, at), log.subarray(from, at));
				const tail = bytes.tailAt(at);
				t.deepEqual(tail, log.subarray(at - tail.length, at));
				t.is(tail.length, Math.min(tailLength, at));
			}
		},
	);
});
