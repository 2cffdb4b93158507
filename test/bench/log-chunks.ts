import {Buffer} from 'node:buffer';
import {logTime} from '../helpers/log-lines.js';
import {type Random, seededRandom} from '../helpers/random.js';
import {logWords} from './log-words.js';

export type LogOptions = {
	readonly lines: number;
	/** Seed of the random numbers: the same options give the same bytes. */
	readonly seed: number;
	/** True if every line has a different URL. */
	readonly distinctUrls: boolean;
	/**
	 * What lines end with. `fields`: ` rid=… urt=… cs=…`, a distinct request id, a duration in s, and a cache status. `duration`: the
	 * duration of the request, in s.
	 */
	readonly tail?: 'fields' | 'duration';
	/** Time span of the lines, in ms. */
	readonly span: number;
	/** Time of the last line, in ms since 1970. */
	readonly end: number;
};

const chunkSize = 1 << 20;
/** Longer than any line, in bytes. */
const maxLineLength = 1024;
/** Maximum delay of late lines, in ms. One line in a hundred is late. */
const lateness = 5000;

/** Returns the status and size of a response, with the distribution of a quiet day. */
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

function logFields(random: Random): string {
	const id = Array.from({length: 4}, () => random.between(0, 65_535).toString(16).padStart(4, '0')).join('');
	const time = random.wait(0.125).toFixed(3);
	return ` rid=${id} urt=${time} cs=${random.chance(0.7) ? 'HIT' : random.chance(0.5) ? 'MISS' : '-'}`;
}

function tailOf(tail: LogOptions['tail'], random: Random): string {
	switch (tail) {
		case 'fields':
			return logFields(random);
		case 'duration':
			return ` ${random.wait(0.125).toFixed(3)}`;
		default:
			return '';
	}
}

/**
 * Generates an access log in the format `combined`, about 240 bytes per line, in chunks of up to 1 MiB. All chunks share one
 * buffer: use a chunk before requesting the next one. So 5M lines need no more memory than 5.
 */
export function* logChunks({
	lines,
	seed,
	distinctUrls,
	tail,
	span,
	end,
}: LogOptions): Generator<Buffer, void> {
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
			`${ip} - - [${stamp}] "${method} ${url} HTTP/1.1" ${answered} "${words.referer()}" "${agent}"${tailOf(tail, random)}\n`,
			used,
			'latin1',
		);
		if (used > chunkSize - maxLineLength) {
			yield buffer.subarray(0, used);
			used = 0;
		}
	}
	if (used > 0) {
		yield buffer.subarray(0, used);
	}
}
