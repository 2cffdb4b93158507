import {Writable} from 'node:stream';

export type Output = {
	readonly stream: Writable;
	/** All that was taken. */
	text(): string;
	/** The pieces in which it came. */
	readonly pieces: readonly Buffer[];
	/** From now on nothing is taken until `release`. */
	hold(): void;
	release(): void;
	/** The next write fails with this. */
	fail(error: Error): void;
};

/** A stream that keeps what it is given. */
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
