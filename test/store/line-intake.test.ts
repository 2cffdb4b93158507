import test from 'ava';
import {EntryIndex} from '../../source/index/entry-index.js';
import {longestLine} from '../../source/lines/line-cutter.js';
import {LineIntake} from '../../source/store/line-intake.js';
import {logLine, logStart} from '../helpers/log-lines.js';

const open = () => {
	const index = new EntryIndex();
	const writer = index.writer(index.addFile({source: '', path: 'a.log'}), true);
	const unrecognised: number[] = [];
	const target = {entries: writer, unrecognised: {add: (at: number) => void unrecognised.push(at)}};
	const said: string[] = [];
	const intake = new LineIntake(text => said.push(text));
	let offset = 0;
	return {
		index,
		intake,
		said,
		unrecognised,
		take(line: string, {whole = true, onlyTimed = false} = {}): boolean {
			const bytes = Buffer.from(line);
			const isTaken = intake.take(bytes, 0, bytes.length, offset++, whole, target, onlyTimed);
			writer.settle();
			return isTaken;
		},
	};
};

const entry = logLine({time: logStart}).trimEnd();

test('entries go to the index, other lines are counted, empty ones are not', t => {
	const {index, intake, take, unrecognised} = open();
	t.true(take(entry));
	t.true(take(`${entry}\r`));
	t.true(take('garbage'));
	t.true(take('\r\r'));
	t.true(take(''));
	t.true(take('\r'));
	t.is(index.count, 2);
	t.is(intake.unrecognised, 2);
	t.deepEqual(unrecognised, [2, 3]);
});

test('where only an entry with a time is wanted, nothing else leaves a trace', t => {
	const {index, intake, take, said, unrecognised} = open();
	t.false(take('garbage', {onlyTimed: true}));
	t.false(take('', {onlyTimed: true}));
	t.false(take('x'.repeat(longestLine), {whole: false, onlyTimed: true}));
	t.is(index.count, 0);
	t.is(intake.unrecognised, 0);
	t.deepEqual(said, []);
	t.deepEqual(unrecognised, []);
	t.is(intake.cutAt, undefined);
	t.true(take(entry, {onlyTimed: true}));
	t.is(index.count, 1);
	t.is(intake.time, logStart);
});

test('fault 25: the first line that was cut is said', t => {
	const {take, said, intake} = open();
	take('x'.repeat(longestLine));
	take('half', {whole: false});
	t.deepEqual(said, [], 'not cut');
	take('x'.repeat(longestLine), {whole: false});
	take('x'.repeat(longestLine), {whole: false});
	t.is(said.length, 1);
	t.regex(said[0] ?? '', /at byte 2, longer than 65536 bytes/);
	t.is(intake.cutAt, 2);
	intake.add(3, 7);
	t.is(said.length, 1);
	t.is(intake.unrecognised, 4 + 3);
});
