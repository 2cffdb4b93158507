import {totalmem} from 'node:os';
import test from 'ava';
import {textMemory} from '../../source/index/index-limits.js';

const {constrainedMemory} = process;

test.afterEach.always(() => {
	process.constrainedMemory = constrainedMemory;
});

function memoryWith(constrained: number): number {
	process.constrainedMemory = () => constrained;
	return textMemory();
}

test.serial('uses 1/8 of the usable memory, within bounds', t => {
	t.is(memoryWith(512 << 20), 64 << 20);
	t.is(memoryWith(1 << 20), 32 << 20);
	t.is(memoryWith(totalmem()), Math.min(1 << 30, Math.floor(totalmem() / 8)));
});
