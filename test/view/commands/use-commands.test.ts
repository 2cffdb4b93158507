import test from 'ava';
import {start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {screenScene} from '../../helpers/screen.js';

test('in an empty listing, a key that needs a request shows a message until the next key', async t => {
	const screen = screenScene({t, store: fakeStore(), clock: fakeClock(start + 100_000)});
	await screen.has('0 results found');
	for (const key of [...'jk Gbeowmuyc>s', '\r', '\u001B[C', '\u0004']) {
		await screen.press(key, 'There is no request here');
		screen.type('z');
		await screen.hasNot('There is no request here');
	}
	await screen.press('\t', 'No panel is open: i, f and r open one');
});
