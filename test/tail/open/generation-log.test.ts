import test from 'ava';
import {GenerationLog} from '../../../source/tail/open/generation-log.js';
import {memorySource} from '../../helpers/memory-source.js';

const text = 'a line of a log\n';

/** A generation whose file is empty now. `onFailure` runs when a read notices that. */
function openTruncated(onFailure: (generation: GenerationLog) => Promise<void>) {
	const failures: unknown[] = [];
	const generation: GenerationLog = new GenerationLog({
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
			return onFailure(generation);
		},
	});
	return {generation, failures};
}

test('fault 7: a read that notices the truncation continues in the copy', async t => {
	const {generation, failures} = openTruncated(async () => {
		await new Promise(resolve => setImmediate(resolve));
		generation.readFrom(memorySource(() => text));
	});
	const bytes = Buffer.alloc(100);
	t.is(await generation.read(bytes, 2), text.length - 2);
	t.is(bytes.toString('latin1', 0, text.length - 2), text.slice(2));
	t.deepEqual(failures, [undefined]);
});

test('fault 7: without a copy, the bytes are gone', async t => {
	const {generation} = openTruncated(async () => generation.readFrom(undefined));
	t.is(await generation.read(Buffer.alloc(100), 0), 0);
	t.true(generation.isGone);
});

test('fault 33: temporarily unreadable bytes are not requested in a loop', async t => {
	const {generation, failures} = openTruncated(async () => {});
	t.is(await generation.read(Buffer.alloc(100), 0), 0);
	t.false(generation.isGone);
	t.is(failures.length, 1);
});

test('fault 31: a read whose descriptor is closed because the source has changed retries with the new source', async t => {
	const failures: unknown[] = [];
	const generation: GenerationLog = new GenerationLog({
		id: 0,
		path: 'access.log',
		startSize: 0,
		continues: false,
		identity: '1:1',
		size: text.length,
		source: {
			async read() {
				generation.readFrom(memorySource(() => text));
				throw Object.assign(new Error('file closed'), {code: 'EBADF'});
			},
		},
		onSuccess() {},
		async onFailure(error) {
			failures.push(error);
		},
	});
	const bytes = Buffer.alloc(100);
	t.is(await generation.read(bytes, 2), text.length - 2);
	t.is(bytes.toString('latin1', 0, text.length - 2), text.slice(2));
	t.deepEqual(failures, []);
});
