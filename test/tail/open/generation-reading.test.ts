import test from 'ava';
import {GenerationReader} from '../../../source/tail/open/generation.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {memorySource} from '../../helpers/memory-source.js';
import {systemError} from '../../helpers/system-error.js';

const old = 'a line of a log\n';

/** Longer than the head of a fingerprint. */
const longer = old.repeat(200);

/** The reader of a generation whose file may have other content by now, and the calls that it makes. */
async function openReading(was = old) {
	const told: string[] = [];
	const content = {now: was};
	const source = memorySource(() => content.now);
	const open = {
		isPausing: false,
		read: source.read,
		async failed() {
			told.push('is tried again');
		},
	};
	const fingerprint = new Fingerprint();
	await fingerprint.advance(source, was.length);
	const endedFault = {failed: () => told.push('fault'), succeeded: () => told.push('no fault')};
	const poll = async () => {
		told.push('look');
	};
	const reading = new GenerationReader({open, endedFault, poll}, fingerprint);
	const read = async (): Promise<string> => {
		const bytes = Buffer.alloc(98);
		return bytes.toString('latin1', 0, await reading.read(bytes, 2));
	};
	return {reading, read, open, content, told};
}

test('fault 8: bytes of another generation are never returned, before or after it is detected', async t => {
	const {reading, read, content} = await openReading();
	t.is(await read(), old.slice(2));
	content.now = 'the line of another life\n';
	t.is(await read(), '');
	content.now = old;
	reading.end();
	t.is(await read(), old.slice(2), 'readable after its end');
	reading.truncated();
	t.is(await read(), '', 'the same beginning may be another generation');
});

test('fault 8: bytes of another generation with the same first lines are never returned', async t => {
	const {read, content} = await openReading(longer);
	t.is(await read(), longer.slice(2, 100));
	content.now = longer.slice(0, 1500).padEnd(longer.length + 10, 'x');
	t.is(await read(), '');
});

test('fault 33: no bytes are read between two attempts', async t => {
	const {read, open} = await openReading();
	open.isPausing = true;
	t.is(await read(), '');
});

test('fault 33: an open file is retried, an ended one reports the fault to its readers', async t => {
	const {reading, told} = await openReading();
	await reading.failed(systemError('EIO'));
	reading.succeeded();
	t.deepEqual(told, ['is tried again']);
	reading.end();
	await reading.failed(systemError('EIO'));
	reading.succeeded();
	t.deepEqual(told, ['is tried again', 'fault', 'no fault']);
});

test('fault 7: missing bytes lead to a poll of the file', async t => {
	const {reading, told} = await openReading();
	await reading.failed(undefined);
	t.deepEqual(told, ['look']);
});
