import {renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import type {FollowSettings} from '../../source/bytes/follow-settings.js';
import {MissedRotations} from '../../source/bytes/missed-rotations.js';
import {OpenFile} from '../../source/bytes/open-file.js';
import {openLiveFile} from '../../source/bytes/open-live-file.js';
import {makeStage} from '../helpers/make-stage.js';
import {systemError} from '../helpers/system-error.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

/** Times of birth come in ticks, and are taken for as much earlier. */
const longerThanTick = (): Promise<unknown> => setTimeout(60);

const setUp = (t: ExecutionContext, settings: Partial<FollowSettings> = {}) => {
	const path = join(temporaryDirectory(t), 'access.log');
	const stage = makeStage(t, settings);
	return {path, stage, missed: new MissedRotations(stage, path)};
};

test('fault 6: only what was made since the last look is read, in the order in which it was made', async t => {
	const {path, stage, missed} = setUp(t);
	writeFileSync(`${path}.3`, 'long ago\n');
	await longerThanTick();
	const since = Date.now();
	t.true(await missed.looked(since, true), 'the first look: all that is there is old');
	writeFileSync(`${path}.2`, 'second to last\n');
	await longerThanTick();
	writeFileSync(`${path}.1`, 'last\n');
	await longerThanTick();
	t.true(await missed.looked(Date.now(), false));
	t.deepEqual(stage.opened, [], 'nothing has changed at the path');
	t.true(await missed.looked(Date.now(), true));
	t.deepEqual(stage.opened, [], 'what has changed has done so since that look');

	const again = new MissedRotations(stage, path);
	await again.looked(since, true);
	await again.looked(Date.now(), true);
	t.deepEqual(
		stage.opened.map(({path, size, startSize}) => [path, size, startSize]),
		[
			[path, 15, 0],
			[path, 5, 0],
		],
	);
	t.deepEqual(stage.notices, [
		`rotated several times within a moment; what was written in between is read from ${path}.2, ${path}.1.`,
	]);
	await again.looked(Date.now(), true);
	t.is(stage.opened.length, 2, 'once');
});

test('fault 6: what is open or was read is not taken for missed', async t => {
	const {path, stage} = setUp(t);
	const since = Date.now();
	// Half a line is too little to be known as a copy.
	writeFileSync(path, 'half a line');
	const file = await openLiveFile(stage, path, () => 0, undefined);
	file?.hold(t);
	await file?.look();
	renameSync(path, `${path}.1`);
	for (const state of ['open', 'ended'] as const) {
		const missed = new MissedRotations(stage, path);
		await missed.looked(since, true);
		await missed.looked(Date.now(), true);
		t.is(file?.state, state);
		t.is(stage.opened.length, 1);
		file?.end();
	}

	t.deepEqual(stage.notices, []);
});

test('fault 6: where a rotation goes on meanwhile it is looked at again, and nothing is taken for seen', async t => {
	let isMoved = false;
	const {path, stage, missed} = setUp(t, {
		open(candidate) {
			if (!isMoved) {
				isMoved = true;
				renameSync(`${path}.1`, `${path}.2`);
			}

			return OpenFile.open(candidate);
		},
	});
	await missed.looked(Date.now(), true);
	writeFileSync(`${path}.1`, 'missed\n');
	await longerThanTick();
	t.false(await missed.looked(Date.now(), true));
	t.deepEqual(stage.opened, []);
	t.true(await missed.looked(Date.now(), false));
	t.is(stage.opened.length, 1);
	t.regex(stage.notices.join(), /\.2\.$/);
});

test('fault 6: what rotated files were named after before a link was turned counts, too', async t => {
	const {path, stage, missed} = setUp(t);
	missed.addNames([`${path}-target`]);
	await missed.looked(Date.now(), true);
	writeFileSync(`${path}-target.1`, 'missed\n');
	await missed.looked(Date.now(), true);
	t.is(stage.opened.length, 1);
	writeFileSync(`${path}-target.2`, 'another log by now\n');
	await missed.looked(Date.now(), true);
	t.is(stage.opened.length, 1);
});

test('fault 28: one without permission is left out', async t => {
	const {path, stage, missed} = setUp(t, {open: () => Promise.reject(systemError('EACCES'))});
	await missed.looked(Date.now(), true);
	writeFileSync(`${path}.1`, 'missed\n');
	t.true(await missed.looked(Date.now(), true));
	t.deepEqual(stage.opened, []);
	t.deepEqual(stage.notices, []);
});
