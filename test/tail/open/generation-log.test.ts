import test from 'ava';
import {LogLife} from '../../../source/tail/open/generation-log.js';
import {memorySource} from '../../helpers/memory-source.js';

const text = 'a line of a log\n';

/** A life whose file is empty by now, and what is done about it when a read finds that out. */
const openTruncated = (onFailure: (life: LogLife) => Promise<void>) => {
	const failures: unknown[] = [];
	const life: LogLife = new LogLife({
		id: 0,
		path: 'access.log',
		startSize: 0,
		continues: false,
		identity: '1:1',
		size: text.length,
		source: memorySource(() => ''),
		onSuccess() {},
		onFailure: error => {
			failures.push(error);
			return onFailure(life);
		},
	});
	return {life, failures};
};

test('fault 7: a read that finds the file truncated has the bytes from the copy', async t => {
	const {life, failures} = openTruncated(async () => {
		await new Promise(resolve => setImmediate(resolve));
		life.readFrom(memorySource(() => text));
	});
	const bytes = Buffer.alloc(100);
	t.is(await life.read(bytes, 2), text.length - 2);
	t.is(bytes.toString('latin1', 0, text.length - 2), text.slice(2));
	t.deepEqual(failures, [undefined]);
});

test('fault 7: without a copy they are gone', async t => {
	const {life} = openTruncated(async () => life.readFrom(undefined));
	t.is(await life.read(Buffer.alloc(100), 0), 0);
	t.true(life.gone);
});

test('fault 33: what can not be read just now is not asked for again and again', async t => {
	const {life, failures} = openTruncated(async () => {});
	t.is(await life.read(Buffer.alloc(100), 0), 0);
	t.false(life.gone);
	t.is(failures.length, 1);
});

test('fault 31: a read whose descriptor is closed, because the file is read from elsewhere by then, is tried there', async t => {
	const failures: unknown[] = [];
	const life: LogLife = new LogLife({
		id: 0,
		path: 'access.log',
		startSize: 0,
		continues: false,
		identity: '1:1',
		size: text.length,
		source: {
			async read() {
				life.readFrom(memorySource(() => text));
				throw Object.assign(new Error('file closed'), {code: 'EBADF'});
			},
		},
		onSuccess() {},
		async onFailure(error) {
			failures.push(error);
		},
	});
	const bytes = Buffer.alloc(100);
	t.is(await life.read(bytes, 2), text.length - 2);
	t.is(bytes.toString('latin1', 0, text.length - 2), text.slice(2));
	t.deepEqual(failures, []);
});
