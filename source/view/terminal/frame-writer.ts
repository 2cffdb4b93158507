import {scrollBetween, scrollCode, scrolled} from './scroll.js';
import {beginUpdate, endUpdate, hideCursor, homeAndErase} from './terminal-codes.js';

/** Has the signature of `WriteStream.write`. */
export type Write = (data: string | Uint8Array, ...rest: readonly never[]) => boolean;

/** Returns a proxy of `stdout` with a different `write`. */
export function withWrite(stdout: NodeJS.WriteStream, write: Write): NodeJS.WriteStream {
	return new Proxy(stdout, {
		get(target, name) {
			if (name === 'write') {
				return write;
			}
			const value: unknown = Reflect.get(target, name, target);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}

/** Writes frames to a terminal. */
type FrameWriter = {
	/**
	 * Scrolls the lines that have moved, then writes all lines that still differ from the previous frame. Writes nothing if the
	 * frame is unchanged.
	 */
	show(lines: readonly string[]): void;
	/** Marks the content of the terminal as unknown, so that the next frame is written completely. */
	forget(): void;
};

const eraseLine = '\u001B[K';

/** @param write - called once per frame, with the whole output */
export function frameWriter(write: (data: string) => void): FrameWriter {
	let shown: readonly string[] | null = null;
	return {
		show(lines) {
			let before = shown ?? [];
			let changes = shown === null ? hideCursor + homeAndErase : '';
			const scroll = scrollBetween(before, lines);
			if (scroll) {
				before = scrolled(before, scroll);
				changes += scrollCode(scroll);
			}
			for (let line = 0; line < Math.max(lines.length, before.length); line++) {
				const text = lines[line] ?? '';
				if (text !== (before[line] ?? '')) {
					// Erase before writing: after a line as wide as the screen, erasing would delete its last character.
					changes += `\u001B[${line + 1};1H${eraseLine}${text}`;
				}
			}
			shown = lines;
			if (changes !== '') {
				write(beginUpdate + changes + endUpdate);
			}
		},
		forget() {
			shown = null;
		},
	};
}
