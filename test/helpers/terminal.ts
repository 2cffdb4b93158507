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
	/** Size of the terminal, 80x24 by default. */
	readonly columns?: number;
	readonly rows?: number;
	/** The whole environment of the command. */
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string;
	/** What the terminal answers who asks for its background, such as `rgb:0000/0000/0000`; without it, nothing. */
	readonly background?: string;
};

/** What a screen must be like: a text or pattern somewhere in it, or a function that says true, or why not. */
export type Condition = string | RegExp | ((lines: string[]) => boolean | string);

/** How the command ended. `status` is what a shell would say of it: 128 + the number of the signal. */
export type Ending = {readonly code: number; readonly signal: number; readonly status: number};

export type Terminal = {
	readonly pid: number;
	/** The visible lines, without blanks at their ends. */
	screen(): string[];
	/** The characters in every cell of the visible lines; none in the second cell of a wide one. */
	cells(): string[][];
	/** The visible cells with their styles. */
	styled(): StyledCell[][];
	/** How every visible line is painted: a mark for each cell that says whether it is inverse and its background. */
	painting(): string[][];
	/**
	 * Resolves with the visible lines once they are as wanted; looks at every frame. Rejects with the whole screen in
	 * the message when that takes longer than `deadline` ms, or the command ends before. The next frame is taken in
	 * when the one who waited has gone on: of two waits one after the other, the second sees every frame behind that of
	 * the first, also those that were read at once because the machine was busy.
	 */
	waitFor(condition: Condition, deadline?: number): Promise<string[]>;
	write(keys: string): void;
	resize(columns: number, rows: number): void;
	/** Sends a signal to the command. */
	kill(signal: NodeJS.Signals): void;
	/** Closes the terminal under the command, as when its window is closed. Resolves when it is closed. */
	hangUp(): Promise<void>;
	/** Resolves when the command has ended and all of its output has been taken in. */
	readonly exit: Promise<Ending>;
	/** What the terminal answered to queries of the command: it comes to the command as if it had been typed. */
	answers(): readonly string[];
	/** Every byte that the command wrote, up to what is on the screen now. */
	recording(): Buffer;
	state(): TerminalState;
	/** Ends the command if it is still there; resolves when it is gone. */
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
 * Keeps the command's end of the terminal open, so that all of its output can be read: once nobody has it open, what of
 * it hasn't been read yet may be lost (Linux: the last 4 KiB of a frame, once in a few thousand endings). Returns what
 * lets it go, which node-pty waits for 200 ms at most.
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

/** Starts a command in a real pseudo-terminal, with a terminal emulator at its other end that answers queries. */
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
	// Without an encoding the output comes as it is, so that invalid UTF-8 can be told from U+FFFD.
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
			// A line that was there before the terminal became narrower still holds what was cut off.
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

	/** Whether anybody waits no longer. */
	const look = (): boolean => {
		const {size} = watchers;
		// A frame arrives in several reads. Between the marks of a synchronised update it is half drawn.
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
		if (look()) {
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
			look();
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
		resize: (newColumns, newRows) => {
			emulator.resize(newColumns, newRows);
			pty.resize(newColumns, newRows);
		},
		kill: signal => {
			pty.kill(signal);
		},
		hangUp: async () => {
			letGo();
			// `kill` of the pty would also signal the command; its private socket closes the terminal alone.
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
