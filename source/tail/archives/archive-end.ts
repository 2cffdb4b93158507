import type {LogFile} from '../log-file.js';
import type {State} from '../tail-types.js';
import type {Damage} from './archive-reader.js';
import type {DecodedText} from './archive-text.js';
import {type Compression, unpackCommands} from './compression.js';

/** Returns the notice for a damaged archive. `text`: number of bytes of text that were read. */
function damageProblem(damage: Damage, compression: Compression, text: number): string {
	const advice = `read it with: ${unpackCommands[compression]} FILE | reqscope -`;
	switch (damage) {
		case 'checksum':
			return `damaged: the checksum of its ${text} bytes of text is wrong, so some lines may be wrong.`;
		case 'trailing':
			return 'the data after its end is not compressed and was skipped.';
		case 'window':
			return compression === 'zstd'
				? 'zstd-compressed with a long window; read it with: zstdcat --long=31 FILE | reqscope -'
				: `${compression}-compressed with a dictionary over 128 MiB; ${advice}`;
		case 'unsupported':
			return `${compression}-compressed in a way that isn't decoded; ${advice}`;
		case 'damaged':
			return text === 0
				? `${compression}-compressed, but damaged from the start`
				: `damaged after ${text} bytes of text: the rest is lost.`;
	}
}

/** Returns the notice for an archive without its end. */
function endsInTheMiddle(text: number): string {
	return `ends in the middle, after ${text} bytes of text: the rest is missing.`;
}

/** Result of a check once no more text of an archive can be decoded, for now or for ever. */
export type Ending = {
	/** True if nothing is missing. */
	readonly isWhole: boolean;
	/** Notice for the user. */
	readonly text?: string;
	/** Set if no text will follow. */
	readonly outcome?: State;
};

/** Checks the end of an archive: it may be damaged, lost or missing. */
export class ArchiveEnd {
	readonly #file: Pick<LogFile, 'size' | 'isGone'>;
	readonly #text: Pick<DecodedText, 'size' | 'left' | 'damage' | 'isComplete'>;
	readonly #compression: Compression;
	readonly #onEnding: (ending: Ending) => void;
	#isComplete = false;
	/** Size of the compressed file at the last check. */
	#checkedSize = 0;
	#wasCutSaid = false;
	#timer: NodeJS.Timeout | undefined;

	/** @param onEnding Called for each size at which the archive is complete, and once for a problem. */
	constructor(
		file: Pick<LogFile, 'size' | 'isGone'>,
		text: Pick<DecodedText, 'size' | 'left' | 'damage' | 'isComplete'>,
		compression: Compression,
		onEnding: (ending: Ending) => void,
	) {
		this.#file = file;
		this.#text = text;
		this.#compression = compression;
		this.#onEnding = onEnding;
	}

	/** The file won't grow again. */
	complete(): void {
		this.#isComplete = true;
		this.stop();
	}

	/**
	 * Called when a read reaches the current end. Checks whether the archive is complete.
	 *
	 * @param wait Time for which the file still counts as being written, in ms.
	 */
	async reached(wait: number): Promise<void> {
		const {damage, left, size} = this.#text;
		if (damage !== undefined) {
			const problem = damageProblem(damage, this.#compression, size);
			if (size === 0) {
				this.#onEnding({isWhole: false, outcome: {state: 'unreadable', problem}});
			} else if (damage === 'trailing') {
				// Bytes after a complete text belong to something else, so the log is complete.
				this.#onEnding({isWhole: true, text: problem, outcome: {state: 'ended'}});
			} else {
				this.#lost(problem);
			}
		} else if (this.#file.isGone && left > 0) {
			this.#lost(`${left} of its bytes can no longer be read, so their lines are missing.`);
		} else if (left === 0 && this.#checkedSize !== this.#file.size) {
			this.stop();
			if (wait <= 0) {
				await this.#check();
			} else {
				this.#timer = setTimeout(() => void this.#check(), wait).unref();
			}
		}
	}

	/** Cancels a scheduled check. */
	stop(): void {
		clearTimeout(this.#timer);
	}

	/** An archive that is still being written lacks its end for a while; a finished one without its end is damaged. */
	async #check(): Promise<void> {
		const {size} = this.#file;
		const isWhole = !this.#wasCutSaid && this.#text.left === 0 && (await this.#text.isComplete());
		this.#checkedSize = size;
		if (isWhole) {
			this.#onEnding({isWhole});
		} else if (!this.#wasCutSaid && this.#text.left === 0) {
			this.#wasCutSaid = true;
			const problem = endsInTheMiddle(this.#text.size);
			if (this.#isComplete) {
				this.#lost(problem);
			} else {
				this.#onEnding({isWhole, text: `${problem} Anything added later will be read.`});
			}
		}
	}

	#lost(problem: string): void {
		this.#onEnding({isWhole: false, text: problem, outcome: {state: 'ended', problem}});
	}
}
