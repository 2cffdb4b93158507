import {totalmem} from 'node:os';
import test from 'ava';
import {defaultCap, textMemory} from '../../source/index/index-limits.js';

const {constrainedMemory} = process;

test.afterEach.always(() => {
	process.constrainedMemory = constrainedMemory;
});

function capWith(constrained: number | undefined): number {
	process.constrainedMemory = () => constrained as number;
	return defaultCap();
}

const ofTotal = Math.min(20_000_000, Math.floor(totalmem() / 4 / 80));

test.serial('uses 25 % of the memory that the process may use', t => {
	t.is(capWith(512 << 20), Math.floor((512 << 20) / 320));
	t.is(capWith(1 << 20), 3276);
});

test.serial("without a limit, uses 25 % of the machine's memory", t => {
	t.is(capWith(0), ofTotal);
	t.is(capWith(undefined), ofTotal);
	t.is(capWith(2 ** 63), ofTotal, 'a limit larger than the machine is none');
});

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
