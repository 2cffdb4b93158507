/** Ends a synchronised update. The screen then shows a whole frame. */
const frameEnd = Buffer.from('\u001B[?2026l');

export type FrameCutter = {
	/** Splits the input after every frame. Keeps an incomplete frame end or character for the next call. */
	cut(chunk: Buffer): Buffer[];
	/** Returns the bytes that `cut` keeps, after the end of the input. */
	rest(): Buffer;
};

/** Returns the number of bytes at the end of `text` that are the start of a frame end. */
function endBegun(text: Buffer): number {
	let begun = Math.min(text.length, frameEnd.length - 1);
	while (begun > 0 && !text.subarray(-begun).equals(frameEnd.subarray(0, begun))) {
		begun--;
	}
	return begun;
}

/**
 * Returns the number of bytes at the end of `text` that are the start of a UTF-8 character. The emulator loses a character such
 * as `…` if it arrives in two pieces and the first ends with 0x80: https://github.com/xtermjs/xterm.js/issues/6003.
 */
function characterBegun(text: Buffer): number {
	const begun = [1, 2, 3].find(length => ((text.at(-length) ?? 0) & 0xc0) !== 0x80);
	const first = text.at(-(begun ?? 1)) ?? 0;
	const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
	return begun !== undefined && begun < length ? begun : 0;
}

/** Splits a program's output into frames. One read may contain several. */
export function frameCutter(): FrameCutter {
	let held: Buffer = Buffer.alloc(0);
	return {
		cut(chunk) {
			const pieces: Buffer[] = [];
			let text = Buffer.concat([held, chunk]);
			for (let at = text.indexOf(frameEnd); at !== -1; at = text.indexOf(frameEnd)) {
				pieces.push(text.subarray(0, at + frameEnd.length));
				text = text.subarray(at + frameEnd.length);
			}
			const begun = endBegun(text) || characterBegun(text);
			held = text.subarray(text.length - begun);
			if (text.length > begun) {
				pieces.push(text.subarray(0, text.length - begun));
			}
			return pieces;
		},
		rest: () => held,
	};
}
