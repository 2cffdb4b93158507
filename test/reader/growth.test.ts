import test from 'ava';
import {noHeader} from '../../source/entries/log-header.js';
import {EntryIndex} from '../../source/index/entry-index.js';
import {LineProcessor} from '../../source/reader/line-processor.js';
import {AppendedLines} from '../../source/reader/log-lines.js';
import {AppendedReader} from '../../source/reader/log-reader.js';
import {UnrecognisedPlaces} from '../../source/reader/unrecognised-places.js';
import {MemoryFile} from '../helpers/memory-file.js';

function open(text: string, position: number) {
	const index = new EntryIndex();
	const number = index.addFile({source: '', path: 'access.log'});
	const file = new MemoryFile(text);
	const said: string[] = [];
	const state = {isEnded: false, isOver: false, renewed: 0};
	const live = new AppendedLines({
		processor: new LineProcessor(() => {}),
		writer: index.writer(number, true),
		unrecognised: new UnrecognisedPlaces().written(number),
		offset: position,
		inRest: false,
		header: noHeader,
		say() {},
	});
	const growth = new AppendedReader(file, {
		lines: {
			write(lines, bytes, length) {
				said.push(bytes.toString('latin1', 0, length));
				lines.write(bytes, length);
			},
			finish(lines) {
				said.push('finished');
				lines.finish();
			},
			sayLost: bytes => said.push(`${bytes} lost`),
		},
		live,
		patience: {
			renew() {
				state.renewed++;
			},
			isOver: () => state.isOver,
		},
		buffer: Buffer.alloc(4),
		isEnded: () => state.isEnded,
	});
	return {file, growth, said, state};
}

test('reads from its offset, one buffer at a time, until no bytes are left', async t => {
	const {file, growth, said, state} = open('0123456789', 3);
	t.is(growth.lag, 7);
	t.true(await growth.step());
	t.is(growth.lag, 3);
	t.true(await growth.step());
	t.false(await growth.step());
	t.is(growth.lag, 0);
	t.false(growth.isDue);
	file.append('ab');
	t.true(growth.isDue);
	t.true(await growth.step());
	t.deepEqual(said, ['3456', '789', 'ab']);
	t.is(state.renewed, 3);
});

test('is done once the file has ended and all bytes have been read', async t => {
	const {growth, said, state} = open('01', 0);
	state.isEnded = true;
	t.true(await growth.step());
	t.false(growth.isDone);
	t.true(growth.isDue, 'the unfinished line must be ended');
	t.true(await growth.step());
	t.true(growth.isDone);
	t.false(growth.isDue);
	t.deepEqual(said, ['01', 'finished']);
});

test('waits for unreadable bytes; reports them as lost once the file has ended and the patience is exhausted', async t => {
	const {file, growth, said, state} = open('01', 0);
	file.isReadable = false;
	state.isOver = true;
	t.false(await growth.step(), 'the file may still grow');
	state.isEnded = true;
	state.isOver = false;
	t.false(await growth.step());
	t.is(growth.lag, 2);
	state.isOver = true;
	t.true(await growth.step());
	t.true(growth.isDone);
	t.is(growth.lag, 0);
	t.deepEqual(said, ['2 lost', 'finished']);
});

test('does not report the unread bytes of a deleted file', async t => {
	const {file, growth, said, state} = open('01', 0);
	file.isReadable = false;
	file.gone = true;
	state.isEnded = true;
	state.isOver = true;
	t.true(await growth.step());
	t.deepEqual(said, ['finished']);
});
