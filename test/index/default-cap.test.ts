import {totalmem} from 'node:os';
import test from 'ava';
import {defaultCap} from '../../source/index/index-limits.js';

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
