import test from 'ava';
import {PathTeller} from '../../source/output/path-teller.js';
import type {PathState} from '../../source/tail/tail-types.js';

function open(rotation?: number) {
	const said: string[] = [];
	const teller = new PathTeller(['a.log', 'logs'], text => said.push(text), rotation);
	return {
		tell: (states: readonly PathState[], notices: ReadonlyArray<{path: string; text: string}> = []) =>
			teller.tell(states, notices),
		/** What was said since this was asked last. */
		said: () => said.splice(0),
	};
}

const fine: PathState = {path: 'a.log', state: 'following'};
const denied: PathState = {path: 'a.log', state: 'unreadable', problem: 'permission denied'};
const missing: PathState = {path: 'a.log', state: 'waiting', problem: 'no such file'};

test('a path that is unreadable at the start is reported immediately and once, as is its recovery', t => {
	const {tell, said} = open();
	tell([{path: 'a.log', state: 'waiting'}]);
	t.deepEqual(said(), [], 'nobody has looked yet');
	tell([denied]);
	tell([denied]);
	t.deepEqual(said(), ['a.log: permission denied']);
	tell([fine]);
	tell([fine]);
	t.deepEqual(said(), ['a.log: can be read now']);
});

test('a later problem is reported if it lasts', t => {
	const {tell, said} = open(0);
	tell([fine]);
	tell([missing]);
	tell([denied]);
	tell([fine]);
	t.deepEqual(said(), ['a.log: no such file', 'a.log: permission denied', 'a.log: can be read now']);
	const slow = open(60_000);
	slow.tell([fine]);
	const wait = slow.tell([missing]);
	t.true(wait !== undefined && wait > 59_000, `${wait}`);
	slow.tell([fine]);
	t.deepEqual(slow.said(), [], 'a rotation is not said');
	const [before, later] = [slow.tell([missing]) ?? 0, slow.tell([denied]) ?? 0];
	t.true(later <= before, 'another problem does not begin the wait anew');
});

test('an ended log is reported immediately', t => {
	const {tell, said} = open(60_000);
	tell([{path: '-', state: 'following'}]);
	tell([{path: '-', state: 'unreadable', problem: 'binary data, not text', isOver: true}]);
	t.deepEqual(said(), ['-: binary data, not text']);
});

test('a directory is reported until it has logs; files found in it may disappear silently', t => {
	const {tell, said} = open(0);
	tell([{path: 'logs', state: 'waiting', problem: 'no access log yet'}]);
	tell([{path: 'logs/a.log', state: 'following'}]);
	tell([{path: 'logs/a.log', state: 'waiting', problem: 'no such file'}]);
	tell([{path: 'logs/b.log', state: 'unreadable', problem: 'permission denied'}]);
	tell([]);
	t.deepEqual(said(), [
		'logs: no access log yet',
		'logs: has logs now, which are read',
		'logs/b.log: permission denied',
	]);
});

test('a problem that a notice reported isn’t repeated, but its end is reported', t => {
	const {tell, said} = open(0);
	const notices = [{path: 'a.log', text: 'permission denied; it is tried again'}];
	tell([fine]);
	tell([denied], notices);
	t.deepEqual(said(), []);
	tell([fine], notices);
	t.deepEqual(said(), ['a.log: can be read now']);
});
