import test from 'ava';
import fc from 'fast-check';
import {fingerprintOf} from '../../source/index/token.js';
import {FingerprintSearch, Ordinals} from '../../source/reader/log-key.js';
import {forAllAsync} from '../helpers/for-all.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {MemoryFile} from '../helpers/memory-file.js';

const line = logLine({time: logStart, url: '/first'});
const next = logLine({time: logStart, url: '/next'});
const own = fingerprintOf(Buffer.from(line.trimEnd()));

/** Writes the text in pieces that end at these offsets. */
function search(text: string, size: number, ends: readonly number[] = []): FingerprintSearch {
	const found = new FingerprintSearch(size);
	const sizes = [...ends.filter(end => end < text.length).sort((a, b) => a - b), text.length];
	let from = 0;
	for (const to of sizes) {
		const bytes = Buffer.from(text.slice(from, to), 'latin1');
		found.write(bytes, bytes.length);
		bytes.fill('?');
		from = to;
	}
	return found;
}

test('the fingerprint is computed from the first request line', t => {
	t.is(search(line + next, 10_000).found, own);
	t.is(search(`#Fields: a b\n\n\r\ngarbage\n${line}${next}`, 10_000).found, own);
	t.not(search(next, 10_000).found, own);
});

test('an unfinished line does not count before its end', t => {
	// So far it could be a complete line in the common format.
	const half = line.slice(0, line.indexOf(' 512 ') + 4);
	const found = search(half, 10_000);
	t.is(found.found, undefined);
	const rest = Buffer.from(line.slice(half.length));
	found.write(rest, rest.length);
	t.is(found.found, own);
});

test('a last line without a line feed counts once the file has ended', t => {
	const found = search(`garbage\n${line.trimEnd()}`, 10_000);
	t.is(found.found, undefined);
	found.finish();
	t.is(found.found, own);
});

test('an overlong line counts even if it is cut within its request, because it becomes an entry', t => {
	const long = line.replace('/first', `/${'l'.repeat(70_000)}`);
	const cut = fingerprintOf(Buffer.from(long.slice(0, 65_536)));
	t.is(search(long, 100_000).found, cut);
	t.is(search(long + next, 100_000).found, cut);
	const half = line.slice(0, line.indexOf('/first') + 3);
	const found = search(half, 10_000);
	t.is(found.found, undefined);
	found.finish();
	t.is(found.found, undefined);
});

test('uses the first bytes if no request line ends within the limit', t => {
	const garbage = 'g\n'.repeat(1000);
	const standIn = fingerprintOf(Buffer.from(garbage.slice(0, 1024)));
	t.is(search(garbage + line, 2000).found, standIn);
	t.is(search(garbage + line, 2000 + line.length - 1).found, standIn);
	t.is(search(garbage + line, 2000 + line.length).found, own);
	t.is(search('g\n'.repeat(900), 2000).found, undefined, 'not yet');
	t.is(search(line, 50).found, fingerprintOf(Buffer.from(line.slice(0, 50))));
});

test('the fingerprint does not depend on the pieces, nor on the use of read or write', async t => {
	const part = fc.oneof(fc.constantFrom('garbage\n', '\r\n', '\0\0', line, next), fc.string({maxLength: 9}));
	await forAllAsync(
		300,
		fc.array(part, {maxLength: 8}).map(parts => Buffer.from(parts.join('')).toString('latin1')),
		fc.integer({min: 1, max: 400}),
		fc.array(fc.nat(600), {maxLength: 5}),
		fc.nat(600),
		async (text, size, ends, startSize) => {
			const inPieces = search(text, size, ends);
			const bytes = Buffer.from(text, 'latin1');
			const read = new FingerprintSearch(size);
			const start = Math.min(startSize, bytes.length);
			await read.read(new MemoryFile(bytes, {maxRead: 50}), start, Buffer.alloc(70));
			const rest = bytes.subarray(start);
			read.write(rest, rest.length);
			const pairs = [[inPieces.found, read.found]];
			inPieces.finish();
			read.finish();
			pairs.push([inPieces.found, read.found]);
			const whole = search(text, size);
			whole.finish();
			pairs.push([inPieces.found, whole.found]);
			if (pairs.some(([one, other]) => one !== other)) {
				throw new Error(JSON.stringify(pairs));
			}
		},
	);
	t.pass();
});

test('reads only up to the first request line', async t => {
	const file = new MemoryFile(line + next.repeat(100_000));
	const found = new FingerprintSearch(1 << 20);
	await found.read(file, file.size, Buffer.alloc(1 << 20));
	t.is(found.found, own);
	t.is(file.reads.length, 1);
	t.true((file.reads[0]?.[1] ?? 0) <= 65_536);
});

test('an unreadable file has a fingerprint, too', async t => {
	const file = new MemoryFile(line);
	file.isReadable = false;
	file.isGone = true;
	const found = new FingerprintSearch(1000);
	await found.read(file, file.size, Buffer.alloc(100));
	t.is(found.found, fingerprintOf(Buffer.alloc(0)));
});

test('each log with the same fingerprint gets the lowest free number', t => {
	const ordinals = new Ordinals();
	const take = (fingerprint: string): number => ordinals.take(fingerprint, false);
	t.deepEqual([take('a'), take('a'), take('b'), take('a')], [0, 1, 0, 2]);
	ordinals.release('a', 1);
	ordinals.release('never', 0);
	t.deepEqual([take('a'), take('a'), take('never')], [1, 3, 0]);
	for (const ordinal of [0, 1, 2, 3]) {
		ordinals.release('a', ordinal);
	}
	t.is(take('a'), 0);
});

test('a log that continues another shares its number, which is free once both are released', t => {
	const ordinals = new Ordinals();
	t.is(ordinals.take('a', true), 0, 'the earlier log was removed');
	t.is(ordinals.take('a', true), 0);
	ordinals.release('a', 0);
	t.is(ordinals.take('a', false), 1);
	ordinals.release('a', 0);
	t.is(ordinals.take('a', false), 0);
});
