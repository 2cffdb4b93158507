import test from 'ava';
import {ownCopy} from '../../source/wasm/own-copy.js';

test('a copy has the same type and its own unshared memory', t => {
	const shared = new SharedArrayBuffer(64);
	for (const values of [
		new Uint8Array(shared, 8, 3),
		new Uint16Array(shared, 8, 3),
		new Uint32Array(shared, 8, 3),
		new Float64Array(shared, 8, 3),
		new Uint16Array(64).subarray(8, 11),
	]) {
		values.fill(7);
		const copy = ownCopy(values);
		values.fill(8);
		t.is(copy.constructor, values.constructor);
		t.deepEqual([...copy], [7, 7, 7]);
		t.true(copy.buffer instanceof ArrayBuffer);
		t.is(copy.buffer.byteLength, copy.byteLength);
	}
});
