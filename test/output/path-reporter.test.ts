import test from 'ava';
import {PathReporter} from '../../source/output/path-reporter.js';
import type {PathState} from '../../source/tail/tail-types.js';

function open(rotation?: number) {
	const said: string[] = [];
	const reporter = new PathReporter(['a.log', 'logs'], text => said.push(text), rotation);
	return {
		reportChanges: (
			states: readonly PathState[],
			notices: ReadonlyArray<{path: string; text: string}> = [],
		) => reporter.reportChanges(states, notices),
		/** Returns the messages since the last call. */
		said: () => said.splice(0),
	};
}

const fine: PathState = {path: 'a.log', state: 'following'};
const denied: PathState = {path: 'a.log', state: 'unreadable', problem: 'permission denied'};
const missing: PathState = {path: 'a.log', state: 'waiting', problem: 'no such file'};

test('a path that is unreadable at the start is reported immediately and once, as is its recovery', t => {
	const {reportChanges, said} = open();
	reportChanges([{path: 'a.log', state: 'waiting'}]);
	t.deepEqual(said(), [], 'nobody has looked yet');
	reportChanges([denied]);
	reportChanges([denied]);
	t.deepEqual(said(), ['a.log: permission denied']);
	reportChanges([fine]);
	reportChanges([fine]);
	t.deepEqual(said(), ['a.log: can be read now']);
});

test('a later problem is reported if it lasts', t => {
	const {reportChanges, said} = open(0);
	reportChanges([fine]);
	reportChanges([missing]);
	reportChanges([denied]);
	reportChanges([fine]);
	t.deepEqual(said(), ['a.log: no such file', 'a.log: permission denied', 'a.log: can be read now']);
	const slow = open(60_000);
	slow.reportChanges([fine]);
	const wait = slow.reportChanges([missing]);
	t.true(wait !== undefined && wait > 59_000, `${wait}`);
	slow.reportChanges([fine]);
	t.deepEqual(slow.said(), [], 'a rotation is not said');
	const [before, later] = [slow.reportChanges([missing]) ?? 0, slow.reportChanges([denied]) ?? 0];
	t.true(later <= before, 'another problem does not begin the wait anew');
});

test('an ended log is reported immediately', t => {
	const {reportChanges, said} = open(60_000);
	reportChanges([{path: '-', state: 'following'}]);
	reportChanges([{path: '-', state: 'unreadable', problem: 'binary data, not text', isOver: true}]);
	t.deepEqual(said(), ['-: binary data, not text']);
});

test('a directory is reported until it has logs; files found in it may disappear silently', t => {
	const {reportChanges, said} = open(0);
	reportChanges([{path: 'logs', state: 'waiting', problem: 'no access log yet'}]);
	reportChanges([{path: 'logs/a.log', state: 'following'}]);
	reportChanges([{path: 'logs/a.log', state: 'waiting', problem: 'no such file'}]);
	reportChanges([{path: 'logs/b.log', state: 'unreadable', problem: 'permission denied'}]);
	reportChanges([]);
	t.deepEqual(said(), [
		'logs: no access log yet',
		'logs: has logs now, which are read',
		'logs/b.log: permission denied',
	]);
});

test('a problem that a notice reported isn’t repeated, but its end is reported', t => {
	const {reportChanges, said} = open(0);
	const notices = [{path: 'a.log', text: 'permission denied; it is tried again'}];
	reportChanges([fine]);
	reportChanges([denied], notices);
	t.deepEqual(said(), []);
	reportChanges([fine], notices);
	t.deepEqual(said(), ['a.log: can be read now']);
});
