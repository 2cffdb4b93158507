import test from 'ava';
import {ArchiveEnd, type Ending} from '../../../source/tail/archives/archive-end.js';
import type {Damage} from '../../../source/tail/archives/archive-reader.js';
import {waitFor} from '../../helpers/wait-for.js';

/** The end of an archive whose existing bytes are decoded, and the results of its checks. */
function openEnd() {
	const file = {size: 100, isGone: false};
	const text = {
		size: 1000,
		left: 0,
		damage: undefined as Damage | undefined,
		isWhole: true,
		async isComplete() {
			return text.isWhole;
		},
	};
	const endings: Ending[] = [];
	const end = new ArchiveEnd(file, text, 'gzip', ending => endings.push(ending));
	return {file, text, end, endings};
}

const cut = 'ends in the middle, after 1000 bytes of text: the rest is missing.';

for (const [damage, size, expected] of [
	['damaged', 0, {isWhole: false, outcome: {state: 'unreadable'}}],
	['damaged', 1000, {isWhole: false, outcome: {state: 'ended'}}],
	['checksum', 1000, {isWhole: false, outcome: {state: 'ended'}}],
	['trailing', 1000, {isWhole: true, outcome: {state: 'ended'}}],
] as const) {
	test(`fault 26: an archive with damage "${damage}" after ${size} bytes of text`, async t => {
		const {text, end, endings} = openEnd();
		text.damage = damage;
		text.size = size;
		await end.reached(1000);
		t.is(endings.length, 1);
		t.like(endings[0], expected);
		const isMissing = !expected.isWhole;
		t.is(endings[0]?.outcome?.problem !== undefined, isMissing, 'the problem stays in the state');
		t.is(endings[0]?.text !== undefined, size > 0);
	});
}

test('fault 33: temporarily unreadable bytes are retried; bytes of a deleted file are reported as lost', async t => {
	const {file, text, end, endings} = openEnd();
	text.left = 10;
	await end.reached(0);
	t.deepEqual(endings, []);
	file.isGone = true;
	await end.reached(0);
	const problem = '10 of its bytes can no longer be read, so their lines are missing.';
	t.deepEqual(endings, [{isWhole: false, text: problem, outcome: {state: 'ended', problem}}]);
});

test('fault 26: completeness is checked once for each size', async t => {
	const {file, end, endings} = openEnd();
	await end.reached(0);
	await end.reached(0);
	t.deepEqual(endings, [{isWhole: true}]);
	file.size = 200;
	await end.reached(0);
	t.is(endings.length, 2);
});

test('fault 26: a missing end is reported once, and not while the archive counts as being written', async t => {
	const {file, text, end, endings} = openEnd();
	text.isWhole = false;
	await end.reached(10_000);
	t.deepEqual(endings, []);
	await end.reached(1);
	await waitFor(() => endings.length > 0);
	t.deepEqual(endings, [{isWhole: false, text: `${cut} Anything added later will be read.`}]);
	file.size = 200;
	end.complete();
	await end.reached(0);
	t.is(endings.length, 1);
});

test("fault 26: if the file won't grow again, its missing end is lost", async t => {
	const {text, end, endings} = openEnd();
	text.isWhole = false;
	end.complete();
	await end.reached(0);
	t.deepEqual(endings, [{isWhole: false, text: cut, outcome: {state: 'ended', problem: cut}}]);
});

test('fault 26: bytes that arrive during the check of the end are decoded first', async t => {
	const {text, end, endings} = openEnd();
	text.isWhole = false;
	const reached = end.reached(0);
	text.left = 10;
	await reached;
	t.deepEqual(endings, []);
});
