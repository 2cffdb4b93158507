import {Buffer} from 'node:buffer';
import {seededRandom} from '../helpers/random.js';
import {type FormatName, logFormats} from './log-formats.js';
import {logWords} from './log-words.js';

export type LogOptions = {
	readonly lines: number;
	/** Seed of the random numbers: the same options give the same bytes. */
	readonly seed: number;
	/** True if every line has a different URL. */
	readonly distinctUrls: boolean;
	/** `combined` by default. */
	readonly format?: FormatName;
	/** Time span of the lines, in ms. */
	readonly span: number;
	/** Time of the last line, in ms since 1970. */
	readonly end: number;
};

const chunkSize = 1 << 20;
/** Longer than any line, in bytes. */
const maxLineLength = 4096;
/** Maximum delay of late lines, in ms. One line in a hundred is late. */
const lateness = 5000;

/** Returns the status and size of a response, with the distribution of a quiet day. */
function answer(fraction: number, size: number): readonly [status: number, size: number] {
	if (fraction < 0.9) {
		return [200, size];
	}
	if (fraction < 0.94) {
		return [304, 0];
	}
	if (fraction < 0.97) {
		return [301, 162];
	}
	if (fraction < 0.99) {
		return [404, 2000 + (size % 400)];
	}
	return fraction < 0.997 ? [403, 146] : fraction < 0.999 ? [500, 170] : [502, 150];
}

/**
 * Generates an access log in chunks of up to 1 MiB; a line in the format `combined` has about 240 bytes. All chunks share one
 * buffer: use a chunk before requesting the next one. So 5M lines need no more memory than 5.
 */
export function* logChunks({
	lines,
	seed,
	distinctUrls,
	format = 'combined',
	span,
	end,
}: LogOptions): Generator<Buffer, void> {
	const random = seededRandom(seed);
	const words = logWords(seed + 1);
	// Its own numbers: so all formats have the same requests.
	const others = seededRandom(seed + 2);
	const buffer = Buffer.allocUnsafe(chunkSize);
	const step = span / lines;
	const {header = '', line} = logFormats[format];
	let used = buffer.write(header, 'latin1');

	for (let number = 0; number < lines; number++) {
		let time = end - (lines - 1 - number) * step;
		if (random.chance(0.01)) {
			time -= random.fraction() * lateness;
		}
		const [ip, agent] = words.client();
		const url = distinctUrls ? `${words.url().split('?', 1)[0]}?id=${number}` : words.url();
		const method = random.chance(0.96) ? 'GET' : random.chance(0.8) ? 'POST' : 'HEAD';
		const [status, size] = answer(random.fraction(), random.between(120, 64_000));
		const request = {time, ip, method, url, status, size, referer: words.referer(), agent};
		used += buffer.write(`${line(request, others)}\n`, used, 'latin1');
		if (used > chunkSize - maxLineLength) {
			yield buffer.subarray(0, used);
			used = 0;
		}
	}
	if (used > 0) {
		yield buffer.subarray(0, used);
	}
}
