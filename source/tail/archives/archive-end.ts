import type {LogFile} from '../log-file.js';
import type {State} from '../tail-types.js';
import type {Damage} from './archive-reader.js';
import type {DecodedText} from './archive-text.js';
import {type Compression, unpackCommands} from './compression.js';

/** What the user is told of a damaged archive, of which that many bytes of text were read. */
function damageProblem(damage: Damage, compression: Compression, text: number): string {
	const unpack = `read it with: ${unpackCommands[compression]} FILE | reqscope -`;
	switch (damage) {
		case 'checksum':
			return `damaged: the checksum of its ${text} bytes of text is wrong, so some may not be as they were logged.`;
		case 'trailing':
			return 'something that is not compressed stands behind its end and was left out.';
		case 'window':
			return compression === 'zstd'
				? 'zstd-compressed with a long window; read it with: zstdcat --long=31 FILE | reqscope -'
				: `${compression}-compressed with a dictionary over 128 MiB; ${unpack}`;
		case 'unsupported':
			return `${compression}-compressed in a way that isn't decoded; ${unpack}`;
		case 'damaged':
			return text === 0
				? `${compression}-compressed, but damaged from the start`
				: `damaged after ${text} bytes of text: what came after that is lost.`;
	}
}

/** What he is told when the end of it is missing. */
function endsInTheMiddle(text: number): string {
	return `ends in the middle, after ${text} bytes of text: the rest is missing.`;
}

/** What was found out when all that there is for now of an archive had been decoded. */
export type Ending = {
	/** Whether nothing is missing. */
	readonly isWhole: boolean;
	/** What the user is told. */
	readonly text?: string;
	/** Set when nothing will come after it. */
	readonly outcome?: State;
};

/** The end of an archive: whether it is damaged there, or lost, or missing. */
export class ArchiveEnd {
	readonly #file: Pick<LogFile, 'size' | 'gone'>;
	readonly #text: Pick<DecodedText, 'size' | 'left' | 'damage' | 'isComplete'>;
	readonly #compression: Compression;
	readonly #onEnding: (ending: Ending) => void;
	#isComplete = false;
	/** Size of the compressed file for which it was found out whether the text ends in the middle. */
	#checkedSize = 0;
	#wasCutSaid = false;
	#timer: NodeJS.Timeout | undefined;

	/** @param onEnding Told for each size at which it is whole, and of what is the matter with it once. */
	constructor(
		file: Pick<LogFile, 'size' | 'gone'>,
		text: Pick<DecodedText, 'size' | 'left' | 'damage' | 'isComplete'>,
		compression: Compression,
		onEnding: (ending: Ending) => void,
	) {
		this.#file = file;
		this.#text = text;
		this.#compression = compression;
		this.#onEnding = onEnding;
	}

	/** Nothing will be added to the file any more. */
	complete(): void {
		this.#isComplete = true;
		this.stop();
	}

	/**
	 * A read has come to the end of what there is for now: finds out whether that is all.
	 *
	 * @param wait For how long the file is still taken for one that is being written, milliseconds.
	 */
	async reached(wait: number): Promise<void> {
		const {damage, left, size} = this.#text;
		if (damage !== undefined) {
			const problem = damageProblem(damage, this.#compression, size);
			if (size === 0) {
				this.#onEnding({isWhole: false, outcome: {state: 'unreadable', problem}});
			} else if (damage === 'trailing') {
				// What stands behind a complete text belongs to something else: nothing of the log is missing.
				this.#onEnding({isWhole: true, text: problem, outcome: {state: 'ended'}});
			} else {
				this.#lost(problem);
			}
		} else if (this.#file.gone && left > 0) {
			this.#lost(`${left} of its bytes can no longer be read, so what is in them is missing.`);
		} else if (left === 0 && this.#checkedSize !== this.#file.size) {
			this.stop();
			if (wait <= 0) {
				await this.#check();
			} else {
				this.#timer = setTimeout(() => void this.#check(), wait).unref();
			}
		}
	}

	/** What was to be found out later isn't. */
	stop(): void {
		clearTimeout(this.#timer);
	}

	/** An archive that is being written ends in the middle for a while; one that isn't, has lost its end. */
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
				this.#onEnding({isWhole, text: `${problem} What may be added to it will be read.`});
			}
		}
	}

	#lost(problem: string): void {
		this.#onEnding({isWhole: false, text: problem, outcome: {state: 'ended', problem}});
	}
}
