import {deepStrictEqual} from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {SharedArena} from '../../source/wasm/shared-arena.js';
import {forAll} from '../helpers/for-all.js';

const kinds = [Uint8Array, Uint32Array] as const;

test("arrays of any type don't overlap, and are in shared memory while it has space", t => {
	const memory = new SharedArrayBuffer(512);
	const arena = new SharedArena(memory);
	const isShared = ({buffer}: {readonly buffer: ArrayBufferLike}): boolean => buffer === memory;
	forAll(100, fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat({max: 40}))), wanted => {
		arena.clear();
		const arrays = wanted.map(([kind, length], index) =>
			arena.array<InstanceType<typeof kind>>(kind, length).fill(index),
		);
		for (const [index, array] of arrays.entries()) {
			deepStrictEqual(array, new (wanted[index]?.[0] ?? Uint8Array)(wanted[index]?.[1] ?? 0).fill(index));
		}
		const taken = arrays.filter(isShared).reduce((size, {byteLength}) => size + ((byteLength + 7) & ~7), 0);
		t.true(taken <= 512 + 7);
	});
	arena.clear();
	t.true(isShared(arena.array(Uint8Array, 512)));
	t.false(isShared(arena.array(Uint8Array, 1)));
	t.is(arena.array(Uint32Array, 0).length, 0);
});
