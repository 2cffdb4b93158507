import {scrollBetween, scrollCode, scrolled} from './scroll.js';
import {beginUpdate, endUpdate, hideCursor, homeAndErase} from './terminal-codes.js';

/** What brings frames to a terminal. */
export type FrameWriter = {
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
