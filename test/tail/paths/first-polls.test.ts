// Runs alone: it replaces functions of node:fs.
import {writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {firstPolls} from '../../../source/tail/paths/first-polls.js';
import {PathCalls} from '../../helpers/path-calls.js';
import {settle} from '../../helpers/settle.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';
import {waitFor} from '../../helpers/wait-for.js';

const pathCalls = new PathCalls();

/** Writes files and polls them for the first time. Returns the names in poll order. */
function polling(
	t: ExecutionContext,
	texts: Readonly<Record<string, string>>,
	unanswered: readonly string[] = [],
) {
	const directory = temporaryDirectory(t);
	const polled: string[] = [];
	const found = Object.entries(texts).map(([name, text]) => {
		const path = join(directory, name);
		writeFileSync(path, text);
		return {path, poll: async () => void polled.push(basename(path))};
	});
	for (const name of unanswered) {
		pathCalls.unanswered.add(join(directory, name));
	}
	return {directory, polled, done: firstPolls(found, undefined)};
}

test('a path that does not respond delays the other paths by less than half a second', async t => {
	const began = performance.now();
	const {polled} = polling(t, {'a.log': 'a\n', 'b.log': 'b\n', 'c.log': 'b\nc\n', 'gone.log': ''}, [
		'gone.log',
	]);
	await waitFor(() => polled.length === 3);
	t.true(performance.now() - began < 500);
	t.true(
		polled.indexOf('c.log') < polled.indexOf('b.log'),
		'the larger file of those with the same line is first',
	);
});

test('an archive isn’t polled before its log, however long that takes to respond', async t => {
	const {directory, polled, done} = polling(
		t,
		{'a.log': 'a\n', 'b.log.1': 'b\n', 'b.log.1.gz': '', 'c.log.gz': ''},
		['b.log.1'],
	);
	await waitFor(() => polled.length === 2);
	await settle();
	t.deepEqual(polled.toSorted(), ['a.log', 'c.log.gz']);
	pathCalls.answer(join(directory, 'b.log.1'));
	await done;
	t.deepEqual(polled.slice(2), ['b.log.1', 'b.log.1.gz']);
});

test('a single file is not opened before its poll', async t => {
	const {directory, polled, done} = polling(t, {'a.log': 'a\n'});
	await done;
	t.deepEqual(polled, ['a.log']);
	t.deepEqual(
		pathCalls.all.filter(call => call.includes(directory)),
		[],
	);
});

test('examines and opens each of several files once before its poll, but doesn’t open an empty file', async t => {
	const {directory, polled, done} = polling(t, {'a.log': 'a\n', 'b.log': 'b\n', 'empty.log': ''});
	await done;
	t.is(polled.length, 3);
	t.deepEqual(
		pathCalls.all
			.filter(call => call.includes(directory))
			.map(call => call.replace(`${directory}/`, ''))
			.sort(),
		['open a.log', 'open b.log', 'stat a.log', 'stat b.log', 'stat empty.log'],
	);
});
