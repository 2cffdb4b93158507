import {Buffer} from 'node:buffer';
import {logTime} from '../../source/demo/answer.js';
import {seededRandom} from '../../source/demo/random.js';
import {logWords} from './log-words.js';

export type LogOptions = {
	readonly lines: number;
	/** The same options give the same bytes. */
	readonly seed: number;
	/** Every line has a URL of its own. */
	readonly distinctUrls: boolean;
	/** Over which time the lines are spread, milliseconds. */
	readonly span: number;
	/** When the last line is written, milliseconds since 1970. */
	readonly end: number;
};

const chunkSize = 1 << 20;
/** More than any line has. */
const longestLine = 1024;
/** One line in a hundred is written up to this much after its time, milliseconds. */
const lateness = 5000;

/** Status and size of an answer, in the shares of a quiet day. */
function answer(fraction: number, size: number): string {
	if (fraction < 0.9) {
		return `200 ${size}`;
	}
	if (fraction < 0.94) {
		return '304 0';
	}
	if (fraction < 0.97) {
		return '301 162';
	}
	if (fraction < 0.99) {
		return `404 ${2000 + (size % 400)}`;
	}
	return fraction < 0.997 ? '403 146' : fraction < 0.999 ? '500 170' : '502 150';
}

/**
 * An access log of the format `combined`, about 240 bytes a line, in pieces of up to 1 MiB. A piece is only good
 * until the next one is asked for: they share their memory, so that 5M lines need no more than 5.
 */
export function* logChunks({lines, seed, distinctUrls, span, end}: LogOptions): Generator<Buffer, void> {
	const random = seededRandom(seed);
	const words = logWords(seed + 1);
	const buffer = Buffer.allocUnsafe(chunkSize);
	const step = span / lines;
	let used = 0;
	let stampSecond = Number.NaN;
	let stamp = '';

	for (let number = 0; number < lines; number++) {
		let time = end - (lines - 1 - number) * step;
		if (random.chance(0.01)) {
			time -= random.fraction() * lateness;
		}
		const second = Math.floor(time / 1000);
		if (second !== stampSecond) {
			stampSecond = second;
			stamp = logTime(second * 1000);
		}
		const [ip, agent] = words.client();
		const url = distinctUrls ? `${words.url().split('?', 1)[0]}?id=${number}` : words.url();
		const method = random.chance(0.96) ? 'GET' : random.chance(0.8) ? 'POST' : 'HEAD';
		const answered = answer(random.fraction(), random.between(120, 64_000));
		used += buffer.write(
			`${ip} - - [${stamp}] "${method} ${url} HTTP/1.1" ${answered} "${words.referer()}" "${agent}"\n`,
			used,
			'latin1',
		);
		if (used > chunkSize - longestLine) {
			yield buffer.subarray(0, used);
			used = 0;
		}
	}
	if (used > 0) {
		yield buffer.subarray(0, used);
	}
}
