import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';
import test from 'ava';
import {systemClock} from '../../../source/clock.js';
import {fileSaver} from '../../../source/copy-and-save/saver.js';
import {blockCharacters} from '../../../source/themes/chart-characters.js';
import {renderScreen, type Screen} from '../../../source/view/screen/screen.js';
import {screenData} from '../../../source/view/screen/screen-data.js';
import {entries} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {settle} from '../../helpers/settle.js';
import {waitFor} from '../../helpers/wait-for.js';

type Terminal = {
	readonly screen: Screen;
	/** Returns the whole output so far. */
	written(): string;
	type(keys: string): void;
	/** Returns true if the keyboard is in raw mode. */
	isRaw(): boolean;
};

/** Opens the screen on a terminal that records its output. */
async function terminal(watched: readonly string[] = ['access.log']): Promise<Terminal> {
	let written = '';
	let raw = false;
	const output = Object.assign(new EventEmitter(), {
		isTTY: true,
		columns: 80,
		rows: 24,
		writable: true,
		write(data: string, done?: unknown) {
			written += data;
			if (typeof done === 'function') {
				setImmediate(done as () => void);
			}
			return true;
		},
	});
	const input = Object.assign(new PassThrough(), {
		isTTY: true,
		setRawMode(value: boolean) {
			raw = value;
			return input;
		},
		ref() {},
		unref() {},
	});
	const screen = renderScreen({
		shown: screenData({store: fakeStore(...entries(1, 35)), rotated: '', zone: 'utc'}, 10, systemClock),
		watched,
		rows: 10,
		saver: fileSaver([]),
		theme: {name: 'none', depth: 1, own: new Map(), chart: blockCharacters},
		stdout: output as unknown as NodeJS.WriteStream,
		stdin: input as unknown as NodeJS.ReadStream,
		pasteSilence: 20,
	});
	await waitFor(
		() => written.includes('35 results found') && raw,
		() => written,
	);
	return {screen, written: () => written, type: keys => input.write(keys), isRaw: () => raw};
}

const pairs: ReadonlyArray<readonly [what: string, on: string, off: string]> = [
	['the alternate screen', '\x1b[?1049h', '\x1b[?1049l'],
	['the hidden cursor', '\x1b[?25l', '\x1b[?25h'],
	['the switched off autowrap', '\x1b[?7l', '\x1b[?7h'],
	['the paste marks', '\x1b[?2004h', '\x1b[?2004l'],
];

for (const [keys, how] of [
	['q', 'quit'],
	['\x03', 'interrupted'],
] as const) {
	test.serial(`${JSON.stringify(keys)} ends with ${how} and restores the terminal`, async t => {
		const {screen, written, type, isRaw} = await terminal();
		for (const [what, on] of pairs) {
			t.true(written().includes(on), what);
		}
		type(keys);
		t.is(await screen.done, how);
		for (const [what, on, off] of pairs) {
			t.true(written().lastIndexOf(off) > written().lastIndexOf(on), what);
		}
		t.false(isRaw());
	});
}

test.serial('each key draws one frame at once with only the changed lines', async t => {
	const {screen, written, type} = await terminal();
	type('j');
	// The overview is drawn a while after the rows.
	await waitFor(() => written().includes('▌') && written().includes('Statuses'));
	for (let key = 0; key < 5; key++) {
		const before = written().length;
		type('j');
		// The frame must not depend on a timer.
		await settle();
		const news = written().slice(before);
		t.is(news.split('\x1b[?2026h').length - 1, 1);
		t.is(news.split('▌').length - 1, 1);
		t.is(news.match(/\d+;1H/g)?.length, 2);
	}
	const before = written().length;
	type('\x0c');
	await waitFor(() => written().length > before);
	const whole = written().slice(before);
	t.true(whole.includes('35 results found') && whole.includes('▌') && whole.includes('reqscope'));
	type('q');
	await screen.done;
});

test.serial('unmount restores the terminal at once and leaves `done` pending', async t => {
	const {screen, written, isRaw} = await terminal();
	let isDone = false;
	void screen.done.then(() => {
		isDone = true;
	});
	screen.unmount();
	for (const [what, on, off] of pairs) {
		t.true(written().lastIndexOf(off) > written().lastIndexOf(on), what);
	}
	t.false(isRaw());
	screen.unmount();
	await settle();
	t.false(isDone);
});

test.serial('hostile 22: a paste without an end marker ends after a pause', async t => {
	const {screen, type, written} = await terminal();
	type('\x1b[200~q?');
	let typedAt = performance.now();
	// Earlier keys become part of the paste. A key after the pause gets through.
	await waitFor(() => {
		if (performance.now() > typedAt + 60) {
			typedAt = performance.now();
			type('?');
		}
		return written().includes('closes ');
	});
	type('\x03');
	t.is(await screen.done, 'interrupted');
});

test.serial('^C quits from the help; q only closes it', async t => {
	const {screen, type, written} = await terminal();
	type('?');
	await waitFor(() => written().includes('closes '));
	type('q');
	await settle();
	type('?');
	type('\x03');
	t.is(await screen.done, 'interrupted');
});

test.serial(
	'fault 45: a component that throws ends the screen; no part of the error reaches the terminal',
	async t => {
		let isBroken = false;
		const watched = new Proxy(['access.log'], {
			get(target, name) {
				if (isBroken) {
					throw new Error('\x1b]0;broken\x07');
				}
				return Reflect.get(target, name);
			},
		});
		const {screen, written, type, isRaw} = await terminal(watched);
		isBroken = true;
		// Every key redraws the title of the window.
		type('j');
		await t.throwsAsync(screen.done, {message: '\x1b]0;broken\x07'});
		screen.unmount();
		t.false(written().includes('broken'));
		for (const [what, on, off] of pairs) {
			t.true(written().lastIndexOf(off) > written().lastIndexOf(on), what);
		}
		t.false(isRaw());
	},
);
