import test from 'ava';
import {EntryIndex} from '../../source/index/entry-index.js';
import {longestLine} from '../../source/lines/line-cutter.js';
import {LineIntake} from '../../source/store/line-intake.js';
import {logLine, logStart} from '../helpers/log-lines.js';

const open = () => {
	const index = new EntryIndex();
	const writer = index.writer(index.addFile({source: '', path: 'a.log'}), true);
	const said: string[] = [];
	const intake = new LineIntake(text => said.push(text));
	let offset = 0;
	return {
		index,
		intake,
		said,
		take(line: string, {whole = true, onlyTimed = false} = {}): boolean {
			const bytes = Buffer.from(line);
			const isTaken = intake.take(bytes, 0, bytes.length, offset++, whole, writer, onlyTimed);
			writer.settle();
			return isTaken;
		},
	};
};

const entry = logLine({time: logStart}).trimEnd();

test('entries go to the index, other lines are counted, empty ones are not', t => {
	const {index, intake, take} = open();
	t.true(take(entry));
	t.true(take(`${entry}\r`));
	t.true(take('garbage'));
	t.true(take('\r\r'));
	t.true(take(''));
	t.true(take('\r'));
	t.is(index.count, 2);
	t.is(intake.unrecognised, 2);
});

test('where only an entry with a time is wanted, nothing else leaves a trace', t => {
	const {index, intake, take, said} = open();
	t.false(take('garbage', {onlyTimed: true}));
	t.false(take('', {onlyTimed: true}));
	t.false(take('x'.repeat(longestLine), {whole: false, onlyTimed: true}));
	t.is(index.count, 0);
	t.is(intake.unrecognised, 0);
	t.deepEqual(said, []);
	t.true(take(entry, {onlyTimed: true}));
	t.is(index.count, 1);
	t.is(intake.time, logStart);
});

test('the first line that was cut is said', t => {
	const {take, said} = open();
	take('x'.repeat(longestLine));
	take('half', {whole: false});
	t.deepEqual(said, [], 'not cut');
	take('x'.repeat(longestLine), {whole: false});
	take('x'.repeat(longestLine), {whole: false});
	t.is(said.length, 1);
	t.regex(said[0] ?? '', /longer than 65536 bytes/);
});
