import {Writable} from 'node:stream';

export type Output = {
	readonly stream: Writable;
	/** Returns the whole output so far. */
	text(): string;
	/** Chunks in the order written. */
	readonly pieces: readonly Buffer[];
	/** Blocks writes until `release`. The first blocked chunk is already in `pieces`. */
	hold(): void;
	release(): void;
	/** Makes all further writes fail with `error`. */
	fail(error: Error): void;
};

/** Creates a stream that records its input. */
export function output(): Output {
	const pieces: Buffer[] = [];
	let isHeld = false;
	let taken: (() => void) | undefined;
	let failure: Error | undefined;
	const stream = new Writable({
		write(piece: Buffer, _encoding, callback) {
			if (failure !== undefined) {
				callback(failure);
				return;
			}
			pieces.push(Buffer.from(piece));
			if (isHeld) {
				taken = callback;
			} else {
				callback();
			}
		},
	});
	return {
		stream,
		pieces,
		text: () => Buffer.concat(pieces).toString(),
		hold() {
			isHeld = true;
		},
		release() {
			isHeld = false;
			taken?.();
		},
		fail(error) {
			failure = error;
		},
	};
}
