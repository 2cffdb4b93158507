import {Writable} from 'node:stream';
import xterm from '@xterm/headless';
import test from 'ava';
import {spokenFrames} from '../../../source/view/terminal/spoken-frames.js';

const columns = 20;

/** A terminal, and functions that write on it as Ink does for each frame. */
function terminal() {
	const emulator = new xterm.Terminal({cols: columns, rows: 10, convertEol: true, allowProposedApi: true});
	let written = '';
	const stream = Object.assign(
		new Writable({
			write(piece: Buffer, _encoding, done) {
				written += piece.toString();
				emulator.write(piece, done);
			},
		}),
		{isTTY: true, rows: 10, columns},
	) as unknown as NodeJS.WriteStream;
	const spoken = spokenFrames(stream);
	// Waits for all data in the stream: the emulator may be idle while data is still queued.
	const settled = async (): Promise<void> =>
		new Promise(resolve => {
			stream.write('', () => resolve());
		});
	let height = 0;
	return {
		/** Shows a frame as Ink does. Returns the output for it. */
		async show(...lines: readonly string[]): Promise<string> {
			written = '';
			spoken.write('\u001B[?2026h');
			if (height > 0) {
				spoken.write(`${Array(height).fill('\u001B[2K').join('\u001B[1A')}\u001B[G`);
			}
			spoken.write(lines.join('\n'));
			spoken.write('\u001B[?2026l');
			height = lines.length;
			await settled();
			return written.replace('\u001B[?2026h', '').replace('\u001B[?2026l', '');
		},
		/** Writes other output, as at exit. */
		async write(text: string): Promise<void> {
			spoken.write(text);
			await settled();
		},
		screen: (): string[] =>
			Array.from({length: 10}, (_, row) => emulator.buffer.active.getLine(row)?.translateToString(true) ?? '')
				.join('\n')
				.trimEnd()
				.split('\n'),
	};
}

test('speaks the newly selected row, not the one selected before', async t => {
	const {show, screen} = terminal();
	t.is(
		await show('2 results found', ' 200 /a', ' 404 /b', 'held'),
		'2 results found\n 200 /a\n 404 /b\nheld',
	);
	t.is(await show('2 results found', '▌200 /a', ' 404 /b', 'held'), '\u001B[2A\u001B[1G▌200 /a');
	t.is(await show('2 results found', ' 200 /a', '▌404 /b', 'held'), '\u001B[1G \u001B[1E▌404 /b');
	t.deepEqual(screen(), ['2 results found', ' 200 /a', '▌404 /b', 'held']);
});

test('speaks a marked row like any other row', async t => {
	const {show, screen} = terminal();
	await show('2 results found', '▌200 /a', '•404 /b', 'held');
	t.is(await show('2 results found', ' 200 /a', '◘404 /b', 'held'), '\u001B[2A\u001B[1G \u001B[1E◘404 /b');
	t.is(await show('2 results found', '▌200 /a', '•404 /b', 'held'), '\u001B[1A\u001B[1G▌200 /a\u001B[1E•');
	t.deepEqual(screen(), ['2 results found', '▌200 /a', '•404 /b', 'held']);
});

test('speaks a changed line from the beginning of the first changed word', async t => {
	const {show, screen} = terminal();
	await show('/status:4 ip:1', 'x');
	t.is(await show('/status:4 ip:19', 'x'), '\u001B[1A\u001B[1G\u001B[11Gip:19');
	t.is(await show('/status:4', 'x'), '\u001B[1G/status:4\u001B[K');
	t.deepEqual(screen(), ['/status:4', 'x']);
});

test('keeps the last column and places wide characters correctly', async t => {
	const {show, screen} = terminal();
	await show('a'.repeat(columns), '中 b');
	await show('b'.repeat(columns), '中 c');
	t.deepEqual(screen(), ['b'.repeat(columns), '中 c']);
});

test('writes the whole frame if its height changes, and skips an unchanged frame', async t => {
	const {show, screen} = terminal();
	await show('a', 'b', 'c');
	await show('a', 'B', 'c');
	t.is(await show('a', 'B', 'c'), '');
	await show('d', 'e');
	t.deepEqual(screen(), ['d', 'e']);
	await show('f', 'g', 'h', 'i');
	t.deepEqual(screen(), ['f', 'g', 'h', 'i']);
});

test('writes other output after the frame, and the next frame completely', async t => {
	const {show, write, screen} = terminal();
	await show('a', 'b', 'c');
	await show('A', 'b', 'c');
	await write('\nbye\n');
	t.deepEqual(screen(), ['A', 'b', 'c', 'bye']);
	const {show: showAnew} = terminal();
	t.is(await showAnew('x'), 'x');
});
