import {scrollBetween, scrollCode, scrolled} from './scroll.js';
import {beginUpdate, endUpdate, hideCursor, homeAndErase} from './terminal-codes.js';

/** What is written to a terminal, and how. */
export type Write = (data: string | Uint8Array, ...rest: readonly never[]) => boolean;

/** A terminal that is what another one is, but for what is written to it, which goes elsewhere. */
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

/** What brings frames to a terminal. */
type FrameWriter = {
	/** Writes what is another line than in the frame before, once those that have moved are moved; nothing when none is. */
	show(lines: readonly string[]): void;
	/** Nobody knows what the terminal shows now: the next frame is written whole. */
	forget(): void;
};

const eraseLine = '\u001B[K';

/** @param write - called once for a frame, with all of it */
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
					// Erased first: behind a line as wide as the screen, its last character would go.
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
