/** Ends a synchronised update: what is on the screen then is a whole frame. */
const frameEnd = Buffer.from('\u001B[?2026l');

export type FrameCutter = {
	/** What has come, cut behind every frame. An end that is there only in part waits for its rest. */
	cut(chunk: Buffer): Buffer[];
	/** What still waits, when nothing comes any more. */
	rest(): Buffer;
};

/** Cuts what a program writes into its frames, however many of them are read at once. */
export const frameCutter = (): FrameCutter => {
	let held: Buffer = Buffer.alloc(0);
	return {
		cut(chunk) {
			const pieces: Buffer[] = [];
			let text = Buffer.concat([held, chunk]);
			for (let at = text.indexOf(frameEnd); at !== -1; at = text.indexOf(frameEnd)) {
				pieces.push(text.subarray(0, at + frameEnd.length));
				text = text.subarray(at + frameEnd.length);
			}
			let begun = Math.min(text.length, frameEnd.length - 1);
			while (begun > 0 && !text.subarray(-begun).equals(frameEnd.subarray(0, begun))) {
				begun--;
			}
			held = text.subarray(text.length - begun);
			if (text.length > begun) {
				pieces.push(text.subarray(0, text.length - begun));
			}
			return pieces;
		},
		rest: () => held,
	};
};
