/** Ends a synchronised update: what is on the screen then is a whole frame. */
const frameEnd = Buffer.from('\u001B[?2026l');

export type FrameCutter = {
	/** What has come, cut behind every frame. An end that is there only in part waits for its rest, as does a character. */
	cut(chunk: Buffer): Buffer[];
	/** What still waits, when nothing comes any more. */
	rest(): Buffer;
};

/** How many bytes at the end are the beginning of the end of a frame. */
function endBegun(text: Buffer): number {
	let begun = Math.min(text.length, frameEnd.length - 1);
	while (begun > 0 && !text.subarray(-begun).equals(frameEnd.subarray(0, begun))) {
		begun--;
	}
	return begun;
}

/**
 * How many bytes at the end are the beginning of a character of UTF-8. The emulator loses a character that comes in two
 * pieces where the first ends with 0x80, such as a `…`: https://github.com/xtermjs/xterm.js/issues/6003.
 */
function characterBegun(text: Buffer): number {
	const begun = [1, 2, 3].find(length => ((text.at(-length) ?? 0) & 0xc0) !== 0x80);
	const first = text.at(-(begun ?? 1)) ?? 0;
	const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
	return begun !== undefined && begun < length ? begun : 0;
}

/** Cuts what a program writes into its frames, however many of them are read at once. */
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
