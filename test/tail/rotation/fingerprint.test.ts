import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {forAllAsync} from '../../helpers/for-all.js';
import {memorySource} from '../../helpers/memory-source.js';

function lines(word: string, count: number): string {
	return Array.from({length: count}, (_, n) => `${word} ${n} a line of a log, long enough\n`).join('');
}

/** Returns the fingerprint of a generation with that content. */
async function guardOf(content: string): Promise<Fingerprint> {
	const fingerprint = new Fingerprint();
	assert.ok(
		await fingerprint.advance(
			memorySource(() => content),
			content.length,
		),
	);
	return fingerprint;
}

/** Numbers of first and of last bytes that a fingerprint has. */
const [headLength, tailLength] = [1024, 256];

const step = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({kind: fc.constant('append' as const), count: fc.integer({min: 0, max: 40})}),
	},
	{
		weight: 2,
		arbitrary: fc.record({kind: fc.constant('truncate' as const), count: fc.integer({min: 0, max: 60})}),
	},
	{weight: 1, arbitrary: fc.record({kind: fc.constant('cut' as const), count: fc.nat({max: 2000})})},
	{weight: 1, arbitrary: fc.record({kind: fc.constant('change' as const), count: fc.nat({max: 3000})})},
);

test("fault 8: a file that only grows is the same generation, a truncated or rewritten one isn't", async t => {
	await forAllAsync(300, fc.array(fc.array(step, {maxLength: 3}), {maxLength: 15}), async polls => {
		let content = '';
		let known = '';
		let generations = 0;
		let fingerprint = new Fingerprint();
		for (const steps of polls) {
			for (const {kind, count} of steps) {
				if (kind === 'append') {
					content += lines(`life ${generations}`, count);
				} else if (kind === 'truncate') {
					content = lines(`life ${++generations}`, count);
				} else if (kind === 'cut') {
					content = content.slice(0, count);
				} else if (count < content.length) {
					content = `${content.slice(0, count)}~${content.slice(count + 1)}`;
				}
			}
			const isSame = await fingerprint.advance(
				memorySource(() => content),
				content.length,
			);
			if (content.startsWith(known)) {
				assert.ok(isSame, 'the file has only grown');
			}
			const isChanged =
				!content.startsWith(known.slice(0, headLength)) ||
				content.slice(0, known.length).slice(-tailLength) !== known.slice(-tailLength);
			if (isChanged) {
				assert.ok(!isSame, 'its first bytes, or the bytes at its old end, differ');
			}
			if (!isSame) {
				fingerprint = new Fingerprint();
				assert.ok(
					await fingerprint.advance(
						memorySource(() => content),
						content.length,
					),
				);
			}
			known = content;
			assert.equal(fingerprint.size, content.length);
			assert.equal(Buffer.from(fingerprint.head).toString(), content.slice(0, headLength));
		}
	});
	t.pass();
});

test("fault 8: a file that is rewritten during a poll isn't treated as one generation", async t => {
	const before = lines('before', 20);
	const after = lines('after', 60);
	for (const known of [0, 300, before.length]) {
		for (let switchAt = 0; switchAt < 6; switchAt++) {
			let reads = 0;
			const fingerprint = await guardOf(before.slice(0, known));
			const isSame = await fingerprint.advance(
				memorySource(() => (reads++ < switchAt ? before : after)),
				before.length,
			);
			const head = Buffer.from(fingerprint.head).toString();
			// A fingerprint without bytes may get the new content from the start.
			const generation = known === 0 && head.startsWith('after') ? after : before;
			t.is(head, generation.slice(0, isSame ? before.length : known));
			t.is(await fingerprint.begins(memorySource(() => generation)), true);
			t.true((await fingerprint.isIn(memorySource(() => generation))) || fingerprint.size === 0);
		}
	}
});

test('a copy contains all known bytes, and may be longer', async t => {
	const old = lines('old', 50);
	const fingerprint = await guardOf(old);
	const isIn = (copy: string) => fingerprint.isIn(memorySource(() => copy));
	t.true(await isIn(old));
	t.true(await isIn(`${old}more\n`));
	t.false(await isIn(old.slice(0, -1)));
	t.false(await isIn(old.replace('old 0 ', 'new 0 ')));
	t.false(await isIn(old.replace('old 49 ', 'new 49 ')));
	t.false(await isIn(''));
});

test('half a line, or nothing, is too little to recognise a copy', async t => {
	for (const little of ['', '203.0.113.9 - - [20/Nov/2026']) {
		const fingerprint = await guardOf(little);
		t.false(await fingerprint.isIn(memorySource(() => lines('other', 10))));
		t.false(await fingerprint.isIn(memorySource(() => `${little}${lines('other', 10)}`)), little);
	}
	const line = '203.0.113.9 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 5';
	t.true(await (await guardOf(line)).isIn(memorySource(() => `${line}12\n`)));
});

test('fault 27: an unfinished copy is recognised from its first complete line on', async t => {
	const old = lines('old', 80);
	const fingerprint = await guardOf(old);
	const isCopy = (copy: string) =>
		fingerprint.isCopiedBy(
			memorySource(() => copy),
			copy.length,
		);
	const whole = old.indexOf('\n') + 1;
	for (const length of [whole, whole + 5, 500, headLength + 100, old.length - 1, old.length]) {
		t.true(await isCopy(old.slice(0, length)), `${length} bytes`);
	}
	t.true(await isCopy(`${old}written since\n`));
	t.false(await isCopy(`~${old.slice(1, 500)}`));
	t.false(await isCopy(`${old.slice(0, -1)}~`));
	for (const length of [0, 1, whole - 1]) {
		t.false(await isCopy(old.slice(0, length)), `${length} bytes are too few to tell`);
	}
});

test("fault 33: a read error doesn't mean another generation", async t => {
	const fingerprint = await guardOf(lines('old', 5));
	const {size} = fingerprint;
	const broken = {read: () => Promise.reject(new Error('broken'))};
	await t.throwsAsync(fingerprint.advance(broken, size + 10), {message: 'broken'});
	await t.throwsAsync(fingerprint.isIn(broken), {message: 'broken'});
	t.is(fingerprint.size, size);
	t.true(
		await fingerprint.advance(
			memorySource(() => lines('old', 6)),
			lines('old', 6).length,
		),
	);
});
