import {
	backslash,
	closeBracket,
	closeParenthesis,
	colon,
	comma,
	dash,
	dot,
	greaterThan,
	hash,
	isCapital,
	isDigit,
	isHexDigit,
	isLetter,
	lessThan,
	lowerF,
	openBracket,
	openParenthesis,
	quote,
	slash,
	space,
	two,
	underscore,
	upperF,
} from '../../ascii.js';
import {isAddress, wordEnd} from '../values/words.js';
import {clockEndOf, type WrapperTime} from './wrapper-time.js';

/** Takes a part of a prefix at a place. Returns the position after it, or -1. */
export type Take = (bytes: Buffer, at: number, end: number) => number;

/** A part of a prefix: the bytes that it may begin with, and what takes it. */
type Part = {readonly begins: string; readonly open: (time: WrapperTime) => Take};

/** Names and what stands in brackets are no longer. */
const longestPart = 128;

/** Takes one or more of some bytes. */
function run(isOne: (byte: number) => boolean, longest = longestPart): Take {
	return (bytes, at, end) => {
		const stop = Math.min(end, at + longest);
		let position = at;
		while (position < stop && isOne(bytes[position] ?? 0)) {
			position++;
		}
		return position > at ? position : -1;
	};
}

const inName = new Uint8Array(256);
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
for (const character of `${letters}${digits}-._@/+$~`) {
	inName[character.charCodeAt(0)] = 1;
}

const takeName = run(byte => inName[byte] === 1);
const takeNumber = run(isDigit, 12);
const takeInside = run(byte => byte !== closeBracket && byte !== openBracket && byte !== quote);

const takeWord: Take = (bytes, at, end) => {
	const position = wordEnd(bytes, at, Math.min(end, at + 2 * longestPart));
	return position > at ? position : -1;
};

/** Bytes of names and addresses of machines. */
const inMachine = Uint8Array.from(inName);
for (const byte of [colon, openBracket, closeBracket]) {
	inMachine[byte] = 1;
}
inMachine[slash] = 0;

/** The name of a machine: no status, and no other prefix before one (`<6>200`, `access.log:200`). */
const takeMachine: Take = (bytes, at, end) => {
	const position = takeWord(bytes, at, end);
	for (let index = at; index < position; index++) {
		const byte = bytes[index] ?? 0;
		const isStatusBehind =
			byte === colon && position === index + 4 && takeNumber(bytes, index + 1, end) === position;
		if (inMachine[byte] === 0 || isStatusBehind) {
			return -1;
		}
	}
	return position === takeNumber(bytes, at, end) ? -1 : position;
};

/** The name of a logger: no address. */
const takeLogger: Take = (bytes, at, end) => (isLetter(bytes[at] ?? 0) ? takeName(bytes, at, end) : -1);

/** A name with a dot in its midst: `io.quarkus.http.access-log`. */
const takeDotted: Take = (bytes, at, end) => {
	const position = takeLogger(bytes, at, end);
	for (let index = at + 1; index < position - 1; index++) {
		if (bytes[index] === dot) {
			return position;
		}
	}
	return -1;
};

/** Names of Rust's modules: `actix_web::middleware::logger`, `shop`. */
const takeModule: Take = (bytes, at, end) => {
	let position = isLetter(bytes[at] ?? 0) ? takeModuleName(bytes, at, end) : -1;
	while (position !== -1 && bytes[position] === colon && bytes[position + 1] === colon) {
		position = takeModuleName(bytes, position + 2, end);
	}
	return position;
};

const takeModuleName = run(byte => isLetter(byte) || isDigit(byte) || byte === underscore);

/** `nginx`, or `nginx[71]`. */
const takeTag: Take = (bytes, at, end) => {
	const position = takeName(bytes, at, end);
	return position !== -1 && bytes[position] === openBracket ? takeBracketed(bytes, position, end) : position;
};

const takeBracketed: Take = (bytes, at, end) => {
	const position = bytes[at] === openBracket ? takeInside(bytes, at + 1, end) : -1;
	return position !== -1 && bytes[position] === closeBracket ? position + 1 : -1;
};

/**
 * `nginx` or `default/web-7d9c[nginx]`, before a colon. `unix:` is what nginx logs of clients that come by a socket, and
 * `shop.example:` may be a host.
 */
const takeProgram: Take = (bytes, at, end) => {
	const position = takeTag(bytes, at, end);
	if (position === -1 || bytes[position - 1] === closeBracket) {
		return position;
	}
	for (let index = at; index < position; index++) {
		if (bytes[index] === dot) {
			return -1;
		}
	}
	return position === at + 4 && isWordAt(bytes, at, end, 'unix') ? -1 : position;
};

function isWordAt(bytes: Buffer, at: number, end: number, word: string): boolean {
	for (let index = 0; index < word.length; index++) {
		if (bytes[at + index] !== word.charCodeAt(index)) {
			return false;
		}
	}
	return at + word.length <= end;
}

/** `(worker-1)`. */
const takeThread: Take = (bytes, at, end) => {
	if (bytes[at] !== openParenthesis) {
		return -1;
	}
	const position = takeUpToParenthesis(bytes, at + 1, end);
	return position !== -1 && bytes[position] === closeParenthesis ? position + 1 : -1;
};

const takeUpToParenthesis = run(
	byte => byte !== closeParenthesis && byte !== openParenthesis && byte !== quote,
);

/** The words for how grave it is, by their length, in capitals. */
const levelWords = [
	...[
		'ERR',
		'INF',
		'WRN',
		'DBG',
		'FTL',
		'TRC',
		'INFO',
		'WARN',
		'CRIT',
		'FINE',
		'FAIL',
		'DBUG',
		'TRCE',
		'EMERG',
		'ERROR',
	],
	...[
		'DEBUG',
		'TRACE',
		'FATAL',
		'ALERT',
		'PANIC',
		'FINER',
		'NOTICE',
		'SEVERE',
		'CONFIG',
		'FINEST',
		'WARNING',
		'VERBOSE',
	],
	...['CRITICAL', 'EMERGENCY', 'INFORMATION'],
];
const levelsOfLength: ReadonlyArray<readonly string[]> = Array.from({length: 12}, (_, length) =>
	levelWords.filter(word => word.length === length),
);

/** `INFO`, in any case. */
const takeLevel: Take = (bytes, at, end) => {
	let position = at;
	while (position < end && position < at + levelsOfLength.length && isLetter(bytes[position] ?? 0)) {
		position++;
	}
	const words = levelsOfLength[position - at] ?? [];
	return words.some(word => isSameWord(bytes, at, word)) ? position : -1;
};

function isSameWord(bytes: Buffer, at: number, word: string): boolean {
	for (let index = 0; index < word.length; index++) {
		// Without the bit in which small letters differ.
		if (((bytes[at + index] ?? 0) & 0xdf) !== word.charCodeAt(index)) {
			return false;
		}
	}
	return true;
}

const takePriorityNumber = run(isDigit, 3);

/** `<134>`. */
const takePriority: Take = (bytes, at, end) => {
	const position = bytes[at] === lessThan ? takePriorityNumber(bytes, at + 1, end) : -1;
	return position !== -1 && bytes[position] === greaterThan ? position + 1 : -1;
};

/** Nothing, where what follows isn't the version of RFC 5424: `1 `. */
const takeUnversioned: Take = (bytes, at) => (isDigit(bytes[at] ?? 0) && bytes[at + 1] === space ? -1 : at);

/** `-`, or `[a b="c"][d]`: RFC 5424, 6.3. */
const takeStructuredData: Take = (bytes, at, end) => {
	if (bytes[at] !== openBracket) {
		return bytes[at] === dash ? at + 1 : -1;
	}
	let inQuotes = false;
	for (let index = at; index < end; index++) {
		const byte = bytes[index];
		if (inQuotes && byte === backslash) {
			index++;
		} else if (byte === quote) {
			inQuotes = !inQuotes;
		} else if (byte === closeBracket && !inQuotes && bytes[index + 1] !== openBracket) {
			return index + 1;
		}
	}
	return -1;
};

/** `stdout` or `stderr`. */
const takeStream: Take = (bytes, at, end) =>
	isWordAt(bytes, at, end, 'stdout') || isWordAt(bytes, at, end, 'stderr') ? at + 6 : -1;

/** `F`, and what may follow behind a colon: the tag of a whole line. `P`, a part of one, is none. */
const takeWhole: Take = (bytes, at, end) =>
	bytes[at] !== upperF ? -1 : bytes[at + 1] === colon ? wordEnd(bytes, at, end) : at + 1;

/**
 * ` - `, but not behind the client of a line of the common log format, which would be taken for a name:
 * `info - - [20/Nov/2026:…`.
 */
const takeDash: Take = (bytes, at, end) => {
	if (bytes[at] !== space || bytes[at + 1] !== dash || bytes[at + 2] !== space) {
		return -1;
	}
	let next = at + 3;
	if (bytes[next] === space || (bytes[next] === dash && bytes[next + 1] === space)) {
		return -1;
	}
	// The name of a user begins with a letter and has no brackets, no colon and no comma; other prefixes do.
	if (!isLetter(bytes[next] ?? 0)) {
		return next;
	}
	while (next < end && bytes[next] !== space) {
		if (bytes[next] === colon || bytes[next] === comma || bytes[next] === openBracket) {
			return at + 3;
		}
		next++;
	}
	return bytes[next + 1] === openBracket && isDigit(bytes[next + 2] ?? 0) ? -1 : at + 3;
};

const takePathBytes = run(byte => inName[byte] === 1 || byte === openBracket || byte === closeBracket);

/** Whether `2026/11/20` stands there, and nothing more: the beginning of a time. */
function isDate(bytes: Buffer, start: number, end: number): boolean {
	return (
		end === start + 10 &&
		isDigit(bytes[start] ?? 0) &&
		bytes[start + 4] === slash &&
		bytes[start + 7] === slash &&
		isDigit(bytes[end - 1] ?? 0)
	);
}

/** A name with a slash in its midst: `web/nginx/abc123`, `2026/11/20/[$LATEST]abc123`. */
const takePath: Take = (bytes, at, end) => {
	const position = takePathBytes(bytes, at, end);
	if (position === -1 || bytes[at] === slash || bytes[at] === openBracket || isDate(bytes, at, position)) {
		return -1;
	}
	for (let index = at; index < position; index++) {
		if (bytes[index] === slash) {
			return position;
		}
	}
	return -1;
};

/** The name of a log file, as `grep -H` writes it: `log` is a word in it, or it ends in `.txt`, `.out` or `.gz`. */
const takeFile: Take = (bytes, at, end) => {
	const position = takeName(bytes, at, end);
	if (position === -1 || bytes[position] !== colon || !isLogName(bytes, at, position)) {
		return -1;
	}
	// `log.example:443 192.0.2.1 - -` begins with a host and its port, before a client. Other formats begin with a status.
	const number = takeNumber(bytes, position + 1, end);
	const isPort = number !== -1 && number <= position + 6 && bytes[number] === space;
	return isPort && hasDotOrColon(bytes, number + 1, wordEnd(bytes, number + 1, end)) ? -1 : position;
};

/** Whether a word has a dot or a colon before its end, as addresses and names of hosts have. */
function hasDotOrColon(bytes: Buffer, start: number, end: number): boolean {
	for (let index = start; index < end - 1; index++) {
		if (bytes[index] === dot || bytes[index] === colon) {
			return true;
		}
	}
	return false;
}

function isLogName(bytes: Buffer, start: number, end: number): boolean {
	for (let index = start; index + 3 <= end; index++) {
		const isWord = index === start || !isLetter(bytes[index - 1] ?? 0);
		if (isWord && isWordAt(bytes, index, end, 'log') && !isLetter(bytes[index + 3] ?? 0)) {
			return true;
		}
	}
	return (
		['.txt', '.out'].some(ending => isWordAt(bytes, end - 4, end, ending)) ||
		isWordAt(bytes, end - 3, end, '.gz')
	);
}

/** The number of a line, before a colon and the line. What may begin a time of day or an IPv6 address is none. */
const takeLineNumber: Take = (bytes, at, end) => {
	const clockEnd = clockEndOf(bytes, at, end);
	// In `12:09:03:07` the first is the number of a line.
	const position = clockEnd === -1 || bytes[clockEnd] === colon ? takeNumber(bytes, at, end) : -1;
	const next = position + 1;
	const wordStop = position === -1 ? -1 : wordEnd(bytes, next, Math.min(end, next + 40));
	const isClock = position !== -1 && clockEndOf(bytes, next, end) !== -1;
	if (isClock || position === -1 || !isAddress(bytes, next, wordStop) || !hasColon(bytes, next, wordStop)) {
		return position;
	}
	// Addresses of clients begin with `2001:`, `fe80:`, `fd12:` or `::`.
	const first = bytes[next] ?? 0;
	const isWhole = bytes[next + 4] === colon && (first === two || first === lowerF);
	return isWhole || first === colon ? position : -1;
};

function hasColon(bytes: Buffer, start: number, end: number): boolean {
	for (let index = start; index < end; index++) {
		if (bytes[index] === colon) {
			return true;
		}
	}
	return false;
}

/** `main.go`. */
const takeGoFile: Take = (bytes, at, end) => {
	const position = takeName(bytes, at, end);
	return position > at + 3 && isWordAt(bytes, position - 3, end, '.go') ? position : -1;
};

const takeHexadecimal = run(isHexDigit);

/** 24 hexadecimal digits: a label of TAI64N. */
const takeLabel: Take = (bytes, at, end) => (takeHexadecimal(bytes, at, end) === at + 24 ? at + 24 : -1);

const takePodBytes = run(
	byte => isDigit(byte) || byte === dash || byte === dot || (isLetter(byte) && !isCapital(byte)),
);

/** A name of small letters, digits and dashes that has a dash in it: a pod. */
const takePod: Take = (bytes, at, end) => {
	const position = isLetter(bytes[at] ?? 0) ? takePodBytes(bytes, at, end) : -1;
	for (let index = at + 1; index < position - 1; index++) {
		if (bytes[index] === dash) {
			return position;
		}
	}
	return -1;
};

/** `  12.345678`: seconds since the machine was started. */
const takeUptime: Take = (bytes, at, end) => {
	let from = at;
	while (bytes[from] === space && from < end) {
		from++;
	}
	const position = takeNumber(bytes, from, end);
	return position !== -1 && bytes[position] === dot ? takeNumber(bytes, position + 1, end) : -1;
};

const takeGap = run(byte => byte === space);

/** Spaces, but not before what would be a directive of a W3C log. */
const takeIndent: Take = (bytes, at, end) => {
	const position = takeGap(bytes, at, end);
	return bytes[position] === hash ? -1 : position;
};

const names = `${letters}${digits}_./`;
function part(begins: string, take: Take): Part {
	return {begins, open: () => take};
}

/** The parts that patterns may name. */
const parts = {
	/** A date and a time: see `WrapperTime`. */
	time: {begins: `${digits}JFMASONDTW`, open: time => (bytes, at, end) => time.read(bytes, at, end)},
	/** `09:03:07`, with decimals or without. */
	clock: part(digits, clockEndOf),
	uptime: part(`${digits} `, takeUptime),
	level: part(letters, takeLevel),
	name: part(names, takeName),
	dotted: part(names, takeDotted),
	logger: part(letters, takeLogger),
	module: part(letters, takeModule),
	word: part('', takeWord),
	machine: part('', takeMachine),
	number: part(digits, takeNumber),
	capital: part(letters, (bytes, at) => (isCapital(bytes[at] ?? 0) ? at + 1 : -1)),
	tag: part(names, takeTag),
	program: part(names, takeProgram),
	/** What stands in brackets, without them. */
	inside: part('', takeInside),
	thread: part('(', takeThread),
	priority: part('<', takePriority),
	/** RFC 5424, 6: a digit that isn't 0, and up to two more. */
	version: part(digits, run(isDigit, 3)),
	unversioned: part('', takeUnversioned),
	structured: part('-[', takeStructuredData),
	stream: part('s', takeStream),
	whole: part('F', takeWhole),
	dash: part(' ', takeDash),
	path: part(names, takePath),
	file: part(names, takeFile),
	linenumber: part(digits, takeLineNumber),
	gofile: part(names, takeGoFile),
	indent: part(' ', takeIndent),
	label: part(digits, takeLabel),
	pod: part(names, takePod),
} as const satisfies Record<string, Part>;

type PartName = keyof typeof parts;

function isPartName(name: string): name is PartName {
	return Object.hasOwn(parts, name);
}

/** A compiled pattern. */
export type PrefixPattern = {
	/** The part that it begins with, or undefined: a text. Patterns that begin with the same one can share it. */
	readonly first: PartName | undefined;
	/** The bytes that it may begin with. */
	readonly begins: string;
	/** What takes what comes behind the first part; all of it where it begins with a text. */
	readonly open: (time: WrapperTime) => Take;
};

/** What takes the part of a name. */
export function openPart(name: PartName, time: WrapperTime): Take {
	return parts[name].open(time);
}

/**
 * Compiles the pattern of a prefix: text, and parts in braces. Two spaces stand for one or more.
 * @throws TypeError when there is no such part
 */
export function prefixPattern(pattern: string): PrefixPattern {
	const pieces = pattern.match(/\{\w+\}| {2}|(?:(?! {2})[^{])+/g) ?? [];
	const opens = pieces.map(piece => {
		if (piece === '  ') {
			return () => takeGap;
		}
		if (piece.startsWith('{')) {
			const name = piece.slice(1, -1);
			if (!isPartName(name)) {
				throw new TypeError(`no part of a prefix is called ${name}`);
			}
			return parts[name].open;
		}
		const text = Buffer.from(piece, 'latin1');
		return () => textTaker(text);
	});
	const [begin = ''] = pieces;
	const name = begin.slice(1, -1);
	const first = begin.startsWith('{') && isPartName(name) ? name : undefined;
	return {
		first,
		begins: first === undefined ? begin.charAt(0) : parts[first].begins,
		open: time => sequence(opens.slice(first === undefined ? 0 : 1).map(open => open(time))),
	};
}

function textTaker(text: Buffer): Take {
	return (bytes, at, end) => {
		for (let index = 0; index < text.length; index++) {
			if (bytes[at + index] !== text[index]) {
				return -1;
			}
		}
		return at + text.length <= end ? at + text.length : -1;
	};
}

function sequence(takes: readonly Take[]): Take {
	return (bytes, at, end) => {
		let position = at;
		for (let index = 0; index < takes.length && position !== -1; index++) {
			position = takes[index]?.(bytes, position, end) ?? -1;
		}
		return position;
	};
}
