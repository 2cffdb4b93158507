import type {BigIntStats} from 'node:fs';
import test from 'ava';
import type {RotatedFile} from '../../../source/tail/rotation/rotated-files.js';
import {isGapless} from '../../../source/tail/rotation/rotation-chain.js';

const log = '/logs/access.log';

/** A rotated file of the log, with its creation and its last write in seconds. */
function rotated(mark: string, made: number, written: number, inode = 9): RotatedFile {
	const stats: Partial<BigIntStats> = {
		dev: 1n,
		ino: BigInt(inode),
		birthtimeNs: BigInt(made) * 1_000_000_000n + 5n,
		mtimeNs: BigInt(written) * 1_000_000_000n + 5n,
	};
	return {path: `${log}${mark}`, stats: stats as BigIntStats};
}

function isGone(
	plain: readonly RotatedFile[],
	compressed: readonly RotatedFile[] = [],
	[until, from] = [100, 130],
): boolean {
	const replaced = {identity: '1:1' as const, until: until * 1000, from: from * 1000};
	return !isGapless(log, {plain, compressed}, replaced, 99_000);
}

test('fault 35: one rotation of a busy log leaves no gap', t => {
	t.false(isGone([], [], [100, 101]));
	t.true(isGone([], [], [100, 103]));
	t.false(isGone([], [], [130, 20]), 'moved back');
	t.true(isGone([], [], [100, 0]), 'unknown creation time');
});

test('fault 35: consecutive files have no gap unless one is missing', t => {
	const unseen = [
		rotated('-20261118', 100, 110),
		rotated('-20261119', 111, 120),
		rotated('-20261120', 121, 130),
	];
	t.false(isGone(unseen));
	t.false(isGone(unseen.toReversed()));
	for (const gone of unseen) {
		t.true(isGone(unseen.filter(file => file !== gone)));
	}
	t.true(isGone([rotated('-20261117', 50, 130)]), 'made long before');
});

test('fault 35: consecutive numbers after the previous file have no gap, even if the log is quiet', t => {
	const before = rotated('.3', 10, 90, 1);
	t.false(isGone([rotated('.1', 110, 111), rotated('.2', 104, 105), before]));
	t.false(isGone([rotated('.2', 104, 105), before], [rotated('.1.gz', 129, 111)]));
	t.true(isGone([rotated('.1', 110, 111), before]));
	t.false(isGone([rotated('.1', 10, 90, 1)]));
	t.false(isGone([], [rotated('.1.gz', 129, 100)]));
});

test('fault 35: compressed files have no gap if the previous one still exists, because the oldest are deleted first', t => {
	const unseen = [rotated('.20.gz', 129, 110), rotated('.10.gz', 129, 129)];
	t.true(isGone([], unseen));
	t.false(isGone([], [rotated('-a.gz', 129, 100), ...unseen]));
});
