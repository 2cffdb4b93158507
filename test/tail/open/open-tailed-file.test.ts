import {statSync, writeFileSync} from 'node:fs';
import test, {type ExecutionContext} from 'ava';
import {Hold, openTailedFile} from '../../../source/tail/open/open-tailed-file.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {memorySource} from '../../helpers/memory-source.js';
import {temporaryLog} from '../../helpers/temporary-directory.js';
import {waitFor} from '../../helpers/wait-for.js';

function lines(word: string): string {
	return Array.from({length: 5}, (_, n) => `${word} ${n} a line\n`).join('');
}

/** Opens a file with the inode of an ended file, whose content was `before`. */
async function openAfter(t: ExecutionContext, before: string, now: string) {
	const {path} = temporaryLog(t, now);
	const fingerprint = new Fingerprint();
	await fingerprint.advance(
		memorySource(() => before),
		before.length,
	);
	const context = makeTailContext(t);
	// As on a file system without creation times: only the content differs.
	const ended = {birth: statSync(path, {bigint: true}).birthtimeNs, size: before.length, fingerprint};
	const file = await openTailedFile(context, path, () => 0, ended);
	file?.hold(t);
	await file?.poll();
	return context.opened[0];
}

test('fault 12: a file with the inode of an ended file, but other content, is read from its start', async t => {
	t.like(await openAfter(t, lines('old'), lines('new') + lines('more')), {startSize: 0, continues: false});
});

test('fault 17: an ended file that was written to again is continued', async t => {
	const size = lines('old').length;
	t.like(await openAfter(t, lines('old'), lines('old') + lines('more')), {startSize: size, continues: true});
});

test('fault 42: bytes written between the first poll and the opening are not backfill', async t => {
	const {path} = temporaryLog(t, lines('seen'));
	const {length} = lines('seen');
	const context = makeTailContext(t);
	writeFileSync(path, lines('not seen'), {flag: 'a'});
	const file = await openTailedFile(context, path, () => length, undefined);
	file?.hold(t);
	await file?.poll();
	t.like(context.opened[0], {startSize: length, size: length + lines('not seen').length, continues: false});
});

test('fault 35: a file that was read to its end by another path during the opening is not read again', async t => {
	const {path} = temporaryLog(t, lines('all'));
	const context = makeTailContext(t);
	const {birthtimeNs, dev, ino} = statSync(path, {bigint: true});
	const ended = {birth: birthtimeNs, size: lines('all').length, fingerprint: new Fingerprint()};
	const file = await openTailedFile(
		context,
		path,
		() => {
			context.registry.remember(`${dev}:${ino}`, ended);
			return 0;
		},
		undefined,
	);
	t.is(file, undefined);
	t.deepEqual([...context.registry.files], []);
});

test('fault 4: a held file is read until the hold time after its last release and growth has passed', async t => {
	const hold = new Hold();
	const [one, other] = [{}, {}];
	hold.hold(one);
	hold.hold(other);
	hold.release(one, 0);
	t.true(hold.isHeld);
	t.false(hold.isOver);
	hold.release(other, 60_000);
	t.false(hold.isHeld);
	t.false(hold.isOver);
	hold.release(other, 30);
	const began = performance.now();
	hold.grew();
	await waitFor(() => hold.isOver);
	t.true(performance.now() - began >= 29);
});
