import {once} from 'node:events';
import {closeSync, constants, openSync} from 'node:fs';
import type {Socket} from 'node:net';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {frameCutter} from './frame-cutter.js';
import {type StyledCell, styledCells} from './styled-cells.js';
import {type TerminalState, terminalState} from './terminal-state.js';
import {unicodeProvider} from './unicode-provider.js';
import {patience} from './wait-for.js';

export type TerminalOptions = {
	/** Width of the terminal. The default size is 80x24. */
	readonly columns?: number;
	readonly rows?: number;
	/** The complete environment of the command. */
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string;
	/** Answer to a query of the background colour, such as `rgb:0000/0000/0000`. By default, the terminal doesn't answer. */
	readonly background?: string;
};

/**
 * A condition on the screen: a string or pattern that it must contain, or a function that returns true or the reason for a
 * failure.
 */
export type Condition = string | RegExp | ((lines: string[]) => boolean | string);

/** The end of a command. `status` is its exit status in a shell: 128 + the signal number after a signal. */
export type Ending = {readonly code: number; readonly signal: number; readonly status: number};

export type Terminal = {
	readonly pid: number;
	/** Returns the visible lines without trailing blanks. */
	screen(): string[];
	/** Returns the characters of all visible cells. The second cell of a wide character is empty. */
	cells(): string[][];
	/** Returns the visible cells with their styles. */
	styled(): StyledCell[][];
	/** Returns a mark for each visible cell, made of its inverse flag and its background. */
	painting(): string[][];
	/**
	 * Waits until the screen satisfies `condition` and resolves with the visible lines. Checks every frame. If the wait takes
	 * longer than `deadline` ms, or the command ends first, rejects with the whole screen in the message. The emulator reads the
	 * next frame only after the caller has resumed: a second wait sees every frame after the match of the first. This also applies
	 * to frames that arrived in one read because the machine was busy.
	 */
	waitFor(condition: Condition, deadline?: number): Promise<string[]>;
	write(keys: string): void;
	/** Writes keys, and waits for the condition. */
	press(keys: string, condition: Condition): Promise<string[]>;
	resize(columns: number, rows: number): void;
	/** Sends a signal to the command. */
	kill(signal: NodeJS.Signals): void;
	/** Closes the terminal while the command runs, like a closed window. Resolves after it has closed. */
	hangUp(): Promise<void>;
	/** Resolves after the command has ended and the emulator has read all its output. */
	readonly exit: Promise<Ending>;
	/** Returns the terminal's answers to queries of the command. The command receives them as if they had been typed. */
	answers(): readonly string[];
	/** Returns all bytes that the command wrote, up to the current screen. */
	recording(): Buffer;
	state(): TerminalState;
	/** Kills the command if it still runs. Resolves after it has ended. */
	close(): Promise<void>;
};

function describe(condition: Condition): string {
	return typeof condition === 'function' ? 'a condition' : `${condition}`;
}

function holds(condition: Condition, lines: string[]): boolean | string {
	if (typeof condition === 'function') {
		return condition(lines);
	}
	const text = lines.join('\n');
	return typeof condition === 'string' ? text.includes(condition) : condition.test(text);
}

/**
 * Keeps the command's end of the terminal open, so that all its output can be read. After the last process closes it, unread
 * output may be lost (Linux: the last 4 KiB of a frame, once in a few thousand endings). Returns a function that closes it.
 * node-pty waits for that at most 200 ms.
 */
function holdOpen(pty: object): () => void {
	const {_pty: path} = pty as {_pty?: string};
	if (process.platform !== 'linux' || path === undefined) {
		return () => {};
	}
	let descriptor: number | undefined = openSync(path, constants.O_RDWR | constants.O_NOCTTY);
	return () => {
		if (descriptor !== undefined) {
			closeSync(descriptor);
			descriptor = undefined;
		}
	};
}

/** Starts a command in a real pseudo-terminal. A terminal emulator at the other end answers queries. */
export function openTerminal(command: readonly string[], options: TerminalOptions): Terminal {
	const {columns = 80, rows = 24, env, cwd, background} = options;
	const [file = '', ...args] = command;
	const emulator = new xterm.Terminal({
		cols: columns,
		rows,
		allowProposedApi: true,
		scrollback: 1000,
		logLevel: 'off',
	});
	emulator.unicode.register(unicodeProvider);
	emulator.unicode.activeVersion = unicodeProvider.version;
	// Without an encoding, node-pty returns raw bytes. These distinguish invalid UTF-8 from U+FFFD.
	const pty = spawn(file, args, {name: 'xterm-256color', cols: columns, rows, env, cwd, encoding: null});
	const letGo = holdOpen(pty);
	const cutter = frameCutter();
	const taken: Buffer[] = [];
	const answers: string[] = [];
	const watchers = new Set<() => void>();
	let ending: Ending | undefined;

	const screen = (): string[] => {
		const buffer = emulator.buffer.active;
		return Array.from({length: emulator.rows}, (_, row) =>
			// After the terminal becomes narrower, older lines still contain the cut-off characters.
			(buffer.getLine(buffer.baseY + row)?.translateToString(true, 0, emulator.cols) ?? '').trimEnd(),
		);
	};
	const cells = (): string[][] => {
		const buffer = emulator.buffer.active;
		return Array.from({length: emulator.rows}, (_, row) =>
			Array.from(
				{length: emulator.cols},
				(_, column) =>
					buffer
						.getLine(buffer.baseY + row)
						?.getCell(column)
						?.getChars() ?? '',
			),
		);
	};
	const painting = (): string[][] => {
		const buffer = emulator.buffer.active;
		return Array.from({length: emulator.rows}, (_, row) =>
			Array.from({length: emulator.cols}, (_, column) => {
				const cell = buffer.getLine(buffer.baseY + row)?.getCell(column);
				return cell ? `${cell.isInverse()}/${cell.getBgColorMode()}/${cell.getBgColor()}` : '';
			}),
		);
	};

	/** Lets all waiters check the screen. Returns true if at least one of them is finished. */
	const poll = (): boolean => {
		const {size} = watchers;
		// A frame may arrive in several reads. During a synchronised update, it is incomplete.
		if (!emulator.modes.synchronizedOutputMode || ending) {
			for (const watcher of watchers) {
				watcher();
			}
		}
		return watchers.size < size;
	};
	const takeIn = async (piece: Buffer): Promise<void> => {
		await new Promise<void>(resolve => {
			emulator.write(piece, resolve);
		});
		taken.push(piece);
		if (poll()) {
			await nextTurn();
		}
	};
	let taking = Promise.resolve();
	const take = (pieces: readonly Buffer[]): void => {
		for (const piece of pieces) {
			taking = taking.then(() => takeIn(piece));
		}
	};
	const exit = new Promise<Ending>(resolve => {
		pty.onExit(async ({exitCode, signal = 0}) => {
			letGo();
			take([cutter.rest()]);
			await taking;
			ending = {code: exitCode, signal, status: signal > 0 ? 128 + signal : exitCode};
			resolve(ending);
			poll();
		});
	});
	pty.onData(data => take(cutter.cut(Buffer.from(data))));

	emulator.parser.registerOscHandler(11, question => {
		if (question === '?' && background !== undefined && !ending) {
			pty.write(`\u001B]11;${background}\u001B\\`);
		}
		return true;
	});
	emulator.onData(answer => {
		answers.push(answer);
		if (!ending) {
			pty.write(answer);
		}
	});
	const waitFor = async (condition: Condition, deadline = patience): Promise<string[]> =>
		new Promise((resolve, reject) => {
			let answer: boolean | string = false;
			const stop = (): void => {
				clearTimeout(timer);
				watchers.delete(check);
			};
			const fail = (reason: string): void => {
				stop();
				const why = typeof answer === 'string' ? ` (${answer})` : '';
				const shown = screen().map(line => `│${line}`);
				reject(
					new Error(`${reason}: ${describe(condition)}${why}\n${shown.join('\n').replace(/[│\n]+$/, '')}`),
				);
			};
			const check = (): void => {
				const lines = screen();
				answer = holds(condition, lines);
				if (answer === true) {
					stop();
					resolve(lines);
				} else if (ending) {
					fail(`The command ended (status ${ending.status}) before the screen was as wanted`);
				}
			};
			const timer = setTimeout(() => {
				fail(`The screen was not as wanted within ${deadline} ms`);
			}, deadline);
			watchers.add(check);
			check();
		});

	const recording = (): Buffer => Buffer.concat(taken);

	return {
		pid: pty.pid,
		screen,
		cells,
		styled: () => styledCells(emulator),
		painting,
		waitFor,
		write: keys => {
			pty.write(keys);
		},
		async press(keys, condition) {
			pty.write(keys);
			return waitFor(condition);
		},
		resize: (newColumns, newRows) => {
			emulator.resize(newColumns, newRows);
			pty.resize(newColumns, newRows);
		},
		kill: signal => {
			pty.kill(signal);
		},
		hangUp: async () => {
			letGo();
			// The `kill` method would also signal the command. Destroying the private socket only closes the terminal.
			const socket = (pty as unknown as {readonly _socket: Socket})._socket;
			const closed = once(socket, 'close');
			socket.destroy();
			await closed;
		},
		exit,
		answers: () => answers,
		recording,
		state: () => terminalState(emulator, recording()),
		close: async () => {
			if (!ending) {
				pty.kill('SIGKILL');
			}
			await exit;
			emulator.dispose();
		},
	};
}
