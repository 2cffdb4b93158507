import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import test from 'ava';
import {PathScans, scanSource} from '../../../source/tail/paths/path-set.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';
import {waitFor} from '../../helpers/wait-for.js';
import {words} from '../../helpers/words.js';

/** Searches that find one file each and are counted. A poll of the file lasts until the test answers it. */
function openSearches() {
	const counted = {scans: 0, polls: 0};
	const answers: Array<() => void> = [];
	const poll = () => {
		counted.polls++;
		return new Promise<void>(resolve => answers.push(resolve));
	};
	const scan = async () => {
		counted.scans++;
		return [{path: '/logs/access.log', poll}];
	};
	return {scans: new PathScans({scan}, 0), counted, answers};
}

test('the first search is done when the new files have been polled', async t => {
	const {scans, counted, answers} = openSearches();
	let isDone = false;
	const first = scans.run().then(() => {
		isDone = true;
	});
	await waitFor(() => counted.polls === 1);
	t.true(scans.isFirst);
	t.false(isDone);
	answers[0]?.();
	await first;
	t.false(scans.isFirst);
});

test("fault 37: a file that doesn't respond blocks no later search", async t => {
	const {scans, counted, answers} = openSearches();
	const first = scans.run();
	await waitFor(() => answers.length === 1);
	answers[0]?.();
	await first;
	await scans.run();
	await scans.run();
	t.deepEqual(counted, {scans: 3, polls: 3});
});

test('scheduleAfter() searches again once the last search has the given age', async t => {
	const {scans, counted, answers} = openSearches();
	const first = scans.run();
	await waitFor(() => answers.length === 1);
	answers[0]?.();
	await first;
	scans.scheduleAfter(3_600_000);
	t.is(counted.scans, 1);
	scans.scheduleAfter(0);
	await waitFor(() => counted.scans === 2);
	await scans.stop();
	scans.scheduleAfter(0);
	await scans.run();
	t.is(counted.scans, 2);
});

test('a log is polled before its rotated files and their compressed versions, in any order of names', async t => {
	const polled: string[] = [];
	const names = words`
		/l/b.log.1.gz /l/b.log.2.xz /l/b.log.1.bak /l/b.log.1 /l/a.log /l/b.log /l/a-2026-11-20.log
	`;
	const scan = async () =>
		names.map(path => ({
			path,
			poll: async () => {
				await setImmediate();
				polled.push(path);
			},
		}));
	await new PathScans({scan}, 0).run();
	const isBefore = (log: string, rotated: string) => polled.indexOf(log) < polled.indexOf(rotated);
	t.is(polled.length, names.length);
	t.true(isBefore('/l/b.log', '/l/b.log.1'));
	t.true(isBefore('/l/b.log.1', '/l/b.log.1.bak'));
	t.true(isBefore('/l/a.log', '/l/a-2026-11-20.log'));
	t.true(isBefore('/l/b.log.1', '/l/b.log.1.gz'));
	t.true(isBefore('/l/b.log', '/l/b.log.2.xz'));
});

test('a directory stands for the regular files directly inside', async t => {
	const directory = temporaryDirectory(t);
	mkdirSync(join(directory, 'access.d'));
	writeFileSync(join(directory, 'access.d', 'access.log'), '');
	writeFileSync(join(directory, 'b.log'), '');
	writeFileSync(join(directory, 'a.log'), '');
	symlinkSync('a.log', join(directory, 'c.log'));
	symlinkSync('/dev/null', join(directory, 'd.log'));
	symlinkSync('nowhere', join(directory, 'e.log'));
	t.deepEqual(await scanSource(directory), {
		paths: ['a.log', 'b.log', 'c.log'].map(name => join(directory, name)),
		listing: true,
		directories: [directory],
	});
});

test('a pattern stands for the matching files below its fixed directory', async t => {
	const directory = temporaryDirectory(t);
	for (const site of ['a', 'b']) {
		mkdirSync(join(directory, site));
		writeFileSync(join(directory, site, 'access.log'), '');
	}
	t.deepEqual(await scanSource(join(directory, '*', 'access.{log,txt}')), {
		paths: ['a', 'b'].map(site => join(directory, site, 'access.log')),
		listing: true,
		directories: [directory],
	});
});

test('an existing path is never treated as a pattern', async t => {
	const path = join(temporaryDirectory(t), 'access[1].log');
	writeFileSync(path, '');
	t.deepEqual(await scanSource(path), {paths: [path], listing: false, directories: []});
});

test('a missing path stands for the file that may appear there', async t => {
	const path = join(temporaryDirectory(t), 'nothing', 'access.log');
	t.deepEqual(await scanSource(path), {paths: [path], listing: false, directories: []});
});
