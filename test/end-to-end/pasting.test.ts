import test, {type ExecutionContext} from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram, quit} from '../helpers/program.js';
import {showing} from '../helpers/screen-listing.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {inState} from '../helpers/terminal-state.js';
import {waitFor} from '../helpers/wait-for.js';

/** The program with its first page on the screen, in a terminal that marks pasted text. */
async function scene(t: ExecutionContext) {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(25));
	const terminal = openProgram(t, [path], {cwd});
	await terminal.waitFor('1–10 of 25');
	// The shares, the chart and the lists of the overview come last, in any order.
	await terminal.waitFor(/ no request for [\s\S]*5xx 20%[\s\S]*^ +5xx[\s\S]*^r {3}Routes [\s\S]*^5 {3}5xx /m);
	await terminal.waitFor(inState(terminal, {bracketedPaste: true}));
	return terminal;
}

/** Opens the help, even if it arrives together with the previous input. */
const f1 = '\u001BOP';

const [begin, end] = ['\u001B[200~', '\u001B[201~'];

for (const [what, pieces] of [
	['marked', [`${begin}q\nG${end}`]],
	['marked, in pieces', [begin.slice(0, 4), `${begin.slice(4)}q`, '\nG', end.slice(0, 2), end.slice(2)]],
	['of control bytes', [`${begin}\u0003\u001A\u0004\r\u001B[B\u001BOP${end}`]],
	['of a hundred thousand keys', [begin, ...Array.from({length: 100}, () => 'q!LzG\n= '.repeat(125)), end]],
	['without marks', ['q\nG']],
] as const) {
	test.serial(`hostile 22: a paste ${what} runs no action`, async t => {
		const terminal = await scene(t);
		const before = terminal.screen();
		for (const piece of pieces) {
			terminal.write(piece);
		}
		// A later key works, and the screen is unchanged.
		await terminal.press(f1, 'Keys 1–18');
		await terminal.press('\u001B', showing(before));
		await quit(t, terminal);
	});
}

test.serial('hostile 22: an unbracketed paste of a path searches for it and runs no command', async t => {
	const terminal = await scene(t);
	const before = terminal.screen();
	await terminal.press('/var/log/query.log', '0 results found');
	await terminal.press('\u001B', showing(before));
	await quit(t, terminal);
});

test.serial("hostile 22: a paste without an end doesn't block the keys forever", async t => {
	const terminal = await scene(t);
	terminal.write(`${begin}q`);
	let typedAt = performance.now();
	// Input within 3 s counts as pasted. After that, a key works.
	await waitFor(() => {
		if (performance.now() > typedAt + 3300) {
			typedAt = performance.now();
			terminal.write(f1);
		}
		return terminal.screen().join('\n').includes('Keys 1–18');
	});
	await terminal.press('\u001B', 'no request for');
	await quit(t, terminal);
});

test.serial('hostile 22: control bytes that belong to no key are ignored', async t => {
	const terminal = await scene(t);
	const before = terminal.screen();
	for (const code of [0, 1, 2, 5, 6, 7, 9, 11, 14, 15, 16, 18, 20, 22, 23, 24, 25, 28, 29, 30, 31]) {
		terminal.write(String.fromCharCode(code));
	}
	await terminal.press(f1, 'Keys 1–18');
	await terminal.press('\u001B', showing(before));
	await quit(t, terminal);
});
