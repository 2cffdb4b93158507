import test from 'ava';
import {ArchiveBackfill} from '../../source/reader/archive-backfill.js';
import {MemoryArchive} from '../helpers/memory-archive.js';
import {settle} from '../helpers/settle.js';
import {waitFor} from '../helpers/wait-for.js';

/** Returns a backfill whose bytes are recorded, and whose steps run whenever it calls `wake`. */
function open(file: MemoryArchive, {chunk = 4, maxWait = 60_000} = {}) {
	const noted = {text: '', finished: 0, lost: 0, wakes: 0, isEnded: false};
	const backfill = new ArchiveBackfill(file, file.archive, {
		chunk,
		write: (bytes, length) => {
			noted.text += bytes.toString('latin1', 0, length);
		},
		finish: lost => {
			noted.finished++;
			noted.lost = lost;
		},
		isEnded: () => noted.isEnded,
		maxWait,
		wake: () => {
			noted.wakes++;
			setImmediate(work);
		},
	});
	const work = async (): Promise<void> => {
		while (backfill.isDue && (await backfill.step())) {}
	};
	return {backfill, noted, work};
}

test('reads an archive forwards in chunks, and calls wake when a chunk is ready', async t => {
	const {backfill, noted, work} = open(new MemoryArchive('one two three'));
	t.is(backfill.left, 13);
	t.true(backfill.isDue);
	t.false(backfill.hasBegun);
	t.false(await backfill.step(), 'the chunk is not read yet');
	t.true(backfill.hasBegun);
	t.is(noted.text, '');
	await work();
	await waitFor(() => noted.text === 'one two three');
	await waitFor(() => !backfill.isDue);
	t.is(backfill.left, 0);
	t.false(backfill.isDone);
	t.is(noted.finished, 0);
});

test('reads appended bytes, and calls finish once at the end', async t => {
	const file = new MemoryArchive('one');
	const {backfill, noted, work} = open(file);
	await work();
	await waitFor(() => !backfill.isDue);
	file.append(' two');
	t.is(backfill.left, 4);
	t.true(backfill.isDue);
	await work();
	await waitFor(() => noted.text === 'one two');
	await waitFor(() => !backfill.isDue);

	noted.isEnded = true;
	t.true(backfill.isDue);
	await work();
	await waitFor(() => backfill.isDone);
	t.is(noted.finished, 1);
	t.false(backfill.isDue);
	t.false(await backfill.step());
	t.is(noted.finished, 1);
});

test('finishes if the file ends while its last bytes are being read', async t => {
	const file = new MemoryArchive('one');
	const {backfill, noted, work} = open(file);
	let reads = 0;
	file.onRead = () => {
		reads++;
		noted.isEnded = reads >= 2;
	};
	await work();
	await waitFor(() => backfill.isDone);
	t.is(noted.text, 'one');
	t.is(noted.finished, 1);
});

test('an unreadable archive causes no wakes, and is read by a later step', async t => {
	const file = new MemoryArchive('one');
	file.isReadable = false;
	const {backfill, noted, work} = open(file);
	await work();
	await waitFor(() => backfill.isStuck);
	t.is(backfill.left, 0);
	t.true(backfill.isDue);
	await settle();
	const {wakes} = noted;
	await work();
	await settle();
	t.is(noted.wakes, wakes);
	file.isReadable = true;
	await work();
	await waitFor(() => noted.text === 'one');
	t.false(backfill.isStuck);
});

test('fault 33: an unreadable archive is given up some time after it has ended', async t => {
	const file = new MemoryArchive('one two');
	file.isReadable = false;
	const {backfill, noted, work} = open(file, {maxWait: 1000});
	noted.isEnded = true;
	await work();
	t.false(backfill.isDone);
	await settle();
	t.true(noted.wakes <= 1, 'no busy loop');
	await waitFor(() => {
		void work();
		return backfill.isDone;
	});
	t.is(noted.lost, 7);
	t.is(noted.finished, 1);
});

test('close skips the rest', async t => {
	const {backfill, noted, work} = open(new MemoryArchive('one two'));
	await backfill.step();
	await backfill.close();
	await settle();
	await work();
	t.is(noted.text, '');
	t.is(backfill.left, 0);
	t.true(backfill.isDone);
	t.is(noted.wakes, 0);
});
