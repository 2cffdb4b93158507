import {setImmediate} from 'node:timers/promises';
import test from 'ava';
import {Searches} from '../../../source/tail/paths/path-set.js';
import {waitFor} from '../../helpers/wait-for.js';

/** Searches that find one file each, and how many there were; its look takes until it is answered. */
const openSearches = () => {
	const counted = {searches: 0, looks: 0};
	const answers: Array<() => void> = [];
	const look = () => {
		counted.looks++;
		return new Promise<void>(resolve => answers.push(resolve));
	};
	const scan = async () => {
		counted.searches++;
		return [{path: '/logs/access.log', look}];
	};
	return {searches: new Searches({scan}, 0), counted, answers};
};

test('the first search is done when what it found has been looked at', async t => {
	const {searches, counted, answers} = openSearches();
	let isDone = false;
	const first = searches.run().then(() => {
		isDone = true;
	});
	await waitFor(() => counted.looks === 1);
	t.true(searches.isFirst);
	t.false(isDone);
	answers[0]?.();
	await first;
	t.false(searches.isFirst);
});

test('fault 37: a file that does not answer holds up no later search', async t => {
	const {searches, counted, answers} = openSearches();
	const first = searches.run();
	await waitFor(() => answers.length === 1);
	answers[0]?.();
	await first;
	await searches.run();
	await searches.run();
	t.deepEqual(counted, {searches: 3, looks: 3});
});

test('one is asked for again when the last began long enough ago', async t => {
	const {searches, counted, answers} = openSearches();
	const first = searches.run();
	await waitFor(() => answers.length === 1);
	answers[0]?.();
	await first;
	searches.hintAfter(3_600_000);
	t.is(counted.searches, 1);
	searches.hintAfter(0);
	await waitFor(() => counted.searches === 2);
	await searches.stop();
	searches.hintAfter(0);
	await searches.run();
	t.is(counted.searches, 2);
});

test('a log is looked at before its rotated files and what these were compressed to, in any order', async t => {
	const looked: string[] = [];
	const names = [
		'/l/b.log.1.gz',
		'/l/b.log.2.xz',
		'/l/b.log.1.bak',
		'/l/b.log.1',
		'/l/a.log',
		'/l/b.log',
		'/l/a-2026-11-20.log',
	];
	const scan = async () =>
		names.map(path => ({
			path,
			look: async () => {
				await setImmediate();
				looked.push(path);
			},
		}));
	await new Searches({scan}, 0).run();
	const isBefore = (log: string, rotated: string) => looked.indexOf(log) < looked.indexOf(rotated);
	t.is(looked.length, names.length);
	t.true(isBefore('/l/b.log', '/l/b.log.1'));
	t.true(isBefore('/l/b.log.1', '/l/b.log.1.bak'));
	t.true(isBefore('/l/a.log', '/l/a-2026-11-20.log'));
	t.true(isBefore('/l/b.log.1', '/l/b.log.1.gz'));
	t.true(isBefore('/l/b.log', '/l/b.log.2.xz'));
});
