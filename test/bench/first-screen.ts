import process from 'node:process';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {homeEnvironment} from './home-environment.js';

const columns = 80;
const rows = 24;
/** A page of the listing: so many rows, each with a token. */
const pageRows = 10;
const token = /(?<![0-9a-f])[0-9a-f]{13}(?![0-9a-f])/;
const deadline = 120_000;

function tokensOnScreen(terminal: InstanceType<typeof xterm.Terminal>): number {
	const buffer = terminal.buffer.active;
	let count = 0;
	for (let row = 0; row < rows; row++) {
		if (token.test(buffer.getLine(buffer.viewportY + row)?.translateToString(true) ?? '')) {
			count++;
		}
	}
	return count;
}

/**
 * Starts the program in a terminal of 80x24 and waits until the first page is on the screen. Gives the time from
 * the start of the process to then, milliseconds; ends the program. Rejects with what the screen shows when no
 * page comes.
 */
export function firstScreen(words: readonly string[], log: string, home: string): Promise<number> {
	const [file = process.execPath, ...first] = words;
	return new Promise((resolve, reject) => {
		const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true});
		const begun = performance.now();
		const child = pty.spawn(file, [...first, log], {
			name: 'xterm-256color',
			cols: columns,
			rows,
			env: homeEnvironment(home),
		});
		let shown: number | undefined;
		let late = false;
		const end = setTimeout(() => {
			late = true;
			child.kill('SIGKILL');
		}, deadline);
		terminal.onData(answer => child.write(answer));
		child.onData(text => {
			terminal.write(text, () => {
				if (shown === undefined && tokensOnScreen(terminal) >= pageRows) {
					shown = performance.now() - begun;
					child.kill('SIGTERM');
				}
			});
		});
		child.onExit(({exitCode}) => {
			clearTimeout(end);
			// The terminal takes what was written in its own time.
			terminal.write('', () => {
				if (shown === undefined) {
					const problem = late ? 'no page in time' : `ended with status ${exitCode} before its first page`;
					const lines = Array.from({length: rows}, (_, row) => terminal.buffer.active.getLine(row));
					const screen = lines
						.map(line => line?.translateToString(true) ?? '')
						.join('\n')
						.trimEnd();
					reject(new Error(`${[...words, log].join(' ')}: ${problem}\n${screen}`));
				} else {
					resolve(shown);
				}
				terminal.dispose();
			});
		});
	});
}
