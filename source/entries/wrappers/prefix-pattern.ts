import {
	apostrophe,
	atSign,
	backslash,
	closeBrace,
	closeBracket,
	closeParenthesis,
	colon,
	comma,
	dash,
	dot,
	equals,
	greaterThan,
	hash,
	isCapital,
	isDigit,
	isHexDigit,
	isLetter,
	lessThan,
	lowerF,
	openBrace,
	openBracket,
	openParenthesis,
	quote,
	slash,
	space,
	tab,
	two,
	underscore,
	upperF,
} from '../../ascii.js';
import {isAddress, wordEnd} from '../values/words.js';
import {clockEndOf, type WrapperTime} from './wrapper-time.js';

/** Matches a part of a prefix at an offset. Returns the offset after it, or -1. */
export type Take = (bytes: Buffer, at: number, end: number) => number;

/** Part of a prefix: the bytes that it can start with, and its matcher. */
type Part = {readonly begins: string; readonly open: (time: WrapperTime) => Take};

/** Maximum length of names and of the content of brackets. */
const maxPartLength = 128;

/** Matches one or more bytes of a set. */
function run(isOne: (byte: number) => boolean, maxLength = maxPartLength): Take {
	return (bytes, at, end) => {
		const stop = Math.min(end, at + maxLength);
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

const takeGap = run(byte => byte === space);
const takeBlank = run(byte => byte === space || byte === tab);

const takeWord: Take = (bytes, at, end) => {
	const position = wordEnd(bytes, at, Math.min(end, at + 2 * maxPartLength));
	return position > at ? position : -1;
};

/** Bytes of host names and addresses. */
const inMachine = Uint8Array.from(inName);
for (const byte of [colon, openBracket, closeBracket]) {
	inMachine[byte] = 1;
}
inMachine[slash] = 0;

/** Matches a host. Neither a status, another prefix before a status (`<6>200`, `access.log:200`), nor a level is a host. */
const takeMachine: Take = (bytes, at, end) => {
	const position = takeWord(bytes, at, end);
	if (isLetter(bytes[position - 1] ?? 0) && takeLevel(bytes, at, end) === position) {
		return -1;
	}
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

/** Matches the name of a logger, which can't be an address. */
const takeLogger: Take = (bytes, at, end) => (isLetter(bytes[at] ?? 0) ? takeName(bytes, at, end) : -1);

/** Matches a name that contains a dot: `io.quarkus.http.access-log`. */
const takeDotted: Take = (bytes, at, end) => {
	const position = takeLogger(bytes, at, end);
	for (let index = at + 1; index < position - 1; index++) {
		if (bytes[index] === dot) {
			return position;
		}
	}
	return -1;
};

/** Matches a facility and a level: `Local7.Info`. */
const takeFacility: Take = (bytes, at, end) => {
	const dotted = takeFacilityName(bytes, at, end);
	return dotted !== -1 && bytes[dotted] === dot ? takeLevel(bytes, dotted + 1, end) : -1;
};

const takeFacilityName = run(byte => isLetter(byte) || isDigit(byte));

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

/** Matches a tag before a colon that isn't a level. */
const takeSender: Take = (bytes, at, end) => {
	const position = takeTag(bytes, at, end);
	return position === -1 || bytes[position] !== colon || takeLevel(bytes, at, end) === position
		? -1
		: position;
};

const takeBracketed: Take = (bytes, at, end) => {
	const position = bytes[at] === openBracket ? takeInside(bytes, at + 1, end) : -1;
	return position !== -1 && bytes[position] === closeBracket ? position + 1 : -1;
};

/**
 * Matches `nginx` or `default/web-7d9c[nginx]` before a colon. Doesn't match `unix`, because nginx logs clients on a socket as
 * `unix:`, nor `shop.example`, which may be a host.
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

/** `{}`. */
const takeBraces: Take = (bytes, at, end) => {
	const stop = bytes[at] === openBrace ? bytes.indexOf(closeBrace, at) : -1;
	return stop === -1 || stop >= end ? -1 : stop + 1;
};

const takeUpToParenthesis = run(
	byte => byte !== closeParenthesis && byte !== openParenthesis && byte !== quote,
);

/** Names of log levels in upper case. */
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
	// logrus and charmbracelet/log shorten levels to four letters.
	...['ERRO', 'DEBU', 'FATA', 'PANI', 'TRAC'],
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
		// Clears the bit that distinguishes lower case.
		if (((bytes[at + index] ?? 0) & 0xdf) !== word.charCodeAt(index)) {
			return false;
		}
	}
	return true;
}

const takeHours = run(isDigit, 2);

/** `9:03AM`, Go's `time.Kitchen`. */
const takeKitchen: Take = (bytes, at, end) => {
	const hours = takeHours(bytes, at, end);
	const minutes = hours + 1;
	return hours !== -1 &&
		bytes[hours] === colon &&
		takeHours(bytes, minutes, end) === minutes + 2 &&
		(isWordAt(bytes, minutes + 2, end, 'AM') || isWordAt(bytes, minutes + 2, end, 'PM'))
		? minutes + 4
		: -1;
};

const takePriorityNumber = run(isDigit, 3);

/** `<134>`. */
const takePriority: Take = (bytes, at, end) => {
	const position = bytes[at] === lessThan ? takePriorityNumber(bytes, at + 1, end) : -1;
	return position !== -1 && bytes[position] === greaterThan ? position + 1 : -1;
};

/** Matches the empty string before a priority. */
const takeBeforePriority: Take = (bytes, at, end) => (takePriority(bytes, at, end) === -1 ? -1 : at);

/** Matches the empty string unless the version of RFC 5424 follows: `1 `. */
const takeUnversioned: Take = (bytes, at) => (isDigit(bytes[at] ?? 0) && bytes[at + 1] === space ? -1 : at);

/**
 * `-`, or `[a b="c"][d]`: RFC 5424, 6.3. Without `@` or `=` in the first brackets, they are a part of the message, such as
 * `[GIN]`.
 */
const takeStructuredData: Take = (bytes, at, end) => {
	if (bytes[at] !== openBracket) {
		return bytes[at] === dash ? at + 1 : -1;
	}
	let inQuotes = false;
	let isData = false;
	for (let index = at; index < end; index++) {
		const byte = bytes[index];
		if (inQuotes && byte === backslash) {
			index++;
		} else if (byte === quote) {
			inQuotes = !inQuotes;
		} else if (byte === atSign || byte === equals) {
			isData = true;
		} else if (byte === closeBracket && !inQuotes && (!isData || bytes[index + 1] !== openBracket)) {
			return isData ? index + 1 : -1;
		}
	}
	return -1;
};

/** Bytes of the keys of logfmt. */
const inKey = Uint8Array.from(inName);
inKey[slash] = 0;

const takeKey = run(byte => inKey[byte] === 1);

/** Checks that the value at `at` is quoted, or that another pair follows it. */
function isBeforePair(bytes: Buffer, at: number, end: number): boolean {
	if (bytes[at] === quote || bytes[at] === apostrophe) {
		return true;
	}
	const keyEnd = takeKey(bytes, wordEnd(bytes, at, end) + 1, end);
	return keyEnd !== -1 && bytes[keyEnd] === equals;
}

/**
 * Matches the message of a logger before pairs of logfmt: `handled request   method=GET`. It starts with a letter, and contains no
 * quotes, braces or equals signs.
 */
const takeMessage: Take = (bytes, at, end) => {
	let key = at;
	const from = takeGap(bytes, at, end);
	const stop = isLetter(bytes[from === -1 ? at : from] ?? 0) ? Math.min(end, at + 2 * maxPartLength) : at;
	for (let index = at; index < stop; index++) {
		const byte = bytes[index];
		if (byte === equals) {
			const isKey = key > at && key < index && isLetter(bytes[key] ?? 0);
			return isKey && isBeforePair(bytes, index + 1, end) ? key : -1;
		}
		if (byte === quote || byte === openBrace || byte === tab) {
			return -1;
		}
		if (inKey[byte ?? 0] === 0) {
			key = byte === space ? index + 1 : stop;
		}
	}
	return -1;
};

/**
 * Matches columns with a tab after each, up to an object: `http.log.access	handled request	{`. Loggers put their name, the position
 * in the source, and the message in columns.
 */
const takeColumns: Take = (bytes, at, end) => {
	for (let index = at; index < end; index++) {
		const byte = bytes[index];
		if (byte === quote || byte === openBrace) {
			return byte === openBrace && index > at && bytes[index - 1] === tab ? index : -1;
		}
	}
	return -1;
};

/** `stdout` or `stderr`. */
const takeStream: Take = (bytes, at, end) =>
	isWordAt(bytes, at, end, 'stdout') || isWordAt(bytes, at, end, 'stderr') ? at + 6 : -1;

/** Matches `F`, the tag of a whole line, including its suffix after a colon. Doesn't match `P`, the tag of a partial line. */
const takeWhole: Take = (bytes, at, end) =>
	bytes[at] !== upperF ? -1 : bytes[at + 1] === colon ? wordEnd(bytes, at, end) : at + 1;

/**
 * Matches ` - `, except after the client of a line in the common log format, which would be mistaken for a name: `info - -
 * [20/Nov/2026:…`.
 */
const takeDash: Take = (bytes, at, end) => {
	if (bytes[at] !== space || bytes[at + 1] !== dash || bytes[at + 2] !== space) {
		return -1;
	}
	// Blanks may be those of the next prefix.
	let next = Math.max(at + 3, takeBlank(bytes, at + 3, end));
	const isUserEmpty = next === at + 4 && bytes[at + 3] === space && bytes[next] === openBracket;
	if ((isUserEmpty && isDigit(bytes[next + 1] ?? 0)) || (bytes[next] === dash && bytes[next + 1] === space)) {
		return -1;
	}
	// A user name starts with a letter and contains no brackets, colons or commas. Other prefixes do.
	if (!isLetter(bytes[next] ?? 0)) {
		return at + 3;
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

/** Checks for exactly `2026/11/20`, the start of a time. */
function isDate(bytes: Buffer, start: number, end: number): boolean {
	return (
		end === start + 10 &&
		isDigit(bytes[start] ?? 0) &&
		bytes[start + 4] === slash &&
		bytes[start + 7] === slash &&
		isDigit(bytes[end - 1] ?? 0)
	);
}

/** Matches a name that contains a slash: `web/nginx/abc123`, `2026/11/20/[$LATEST]abc123`. */
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

/** Matches the name of a log file, as `grep -H` writes it: it contains the word `log`, or ends with `.txt`, `.out` or `.gz`. */
const takeFile: Take = (bytes, at, end) => {
	const position = takeName(bytes, at, end);
	if (position === -1 || bytes[position] !== colon || !isLogName(bytes, at, position)) {
		return -1;
	}
	// `log.example:443 192.0.2.1 - -` starts with a host, its port and a client. In other lines the number is a status, with which
	// some formats start.
	const number = takeNumber(bytes, position + 1, end);
	const isPort = number !== -1 && number <= position + 6 && bytes[number] === space;
	return isPort && hasDotOrColon(bytes, number + 1, wordEnd(bytes, number + 1, end)) ? -1 : position;
};

/** Checks that a word contains a dot or a colon before its last byte, as addresses and host names do. */
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

/** Matches a line number before a colon. Doesn't match the start of a time of day or of an IPv6 address. */
const takeLineNumber: Take = (bytes, at, end) => {
	const clockEnd = Math.max(clockEndOf(bytes, at, end), takeKitchen(bytes, at, end));
	// In `12:09:03:07` the 12 is a line number.
	const position = clockEnd === -1 || bytes[clockEnd] === colon ? takeNumber(bytes, at, end) : -1;
	const next = position + 1;
	const wordStop = position === -1 ? -1 : wordEnd(bytes, next, Math.min(end, next + 40));
	const isClock = position !== -1 && clockEndOf(bytes, next, end) !== -1;
	if (isClock || position === -1 || !isAddress(bytes, next, wordStop) || !hasColon(bytes, next, wordStop)) {
		return position;
	}
	// The number is a line number only if the rest is itself an address of a client, which starts with `2001:`, `fe80:`, `fd12:` or
	// `::`.
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

/** Matches 24 hexadecimal digits: a TAI64N label. */
const takeLabel: Take = (bytes, at, end) => (takeHexadecimal(bytes, at, end) === at + 24 ? at + 24 : -1);

const takePodBytes = run(
	byte => isDigit(byte) || byte === dash || byte === dot || (isLetter(byte) && !isCapital(byte)),
);

/** Matches the name of a pod: lower-case letters, digits, dots and dashes, with at least one dash. */
const takePod: Take = (bytes, at, end) => {
	const position = isLetter(bytes[at] ?? 0) ? takePodBytes(bytes, at, end) : -1;
	for (let index = at + 1; index < position - 1; index++) {
		if (bytes[index] === dash) {
			return position;
		}
	}
	return -1;
};

/** Matches `  12.345678`: seconds since boot. */
const takeUptime: Take = (bytes, at, end) => {
	let from = at;
	while (bytes[from] === space && from < end) {
		from++;
	}
	const position = takeNumber(bytes, from, end);
	return position !== -1 && bytes[position] === dot ? takeNumber(bytes, position + 1, end) : -1;
};

/** Matches spaces and tabs. Doesn't match if `#` follows, because the line could be a directive of a W3C log. */
const takeIndent: Take = (bytes, at, end) => {
	const position = takeBlank(bytes, at, end);
	return bytes[position] === hash ? -1 : position;
};

const names = `${letters}${digits}_./`;
function part(begins: string, take: Take): Part {
	return {begins, open: () => take};
}

/** The parts that patterns can name. */
const parts = {
	/** A date and a time: see `WrapperTime`. */
	time: {begins: `${digits}JFMASONDTW`, open: time => (bytes, at, end) => time.read(bytes, at, end)},
	/** `09:03:07`, with or without decimals. */
	clock: part(digits, clockEndOf),
	/** `9:03AM`. */
	kitchen: part(digits, takeKitchen),
	uptime: part(`${digits} `, takeUptime),
	level: part(letters, takeLevel),
	name: part(names, takeName),
	dotted: part(names, takeDotted),
	facility: part(letters, takeFacility),
	logger: part(letters, takeLogger),
	module: part(letters, takeModule),
	word: part('', takeWord),
	machine: part('', takeMachine),
	number: part(digits, takeNumber),
	capital: part(letters, (bytes, at) => (isCapital(bytes[at] ?? 0) ? at + 1 : -1)),
	tag: part(names, takeTag),
	sender: part(names, takeSender),
	program: part(names, takeProgram),
	/** The content of brackets. */
	inside: part('', takeInside),
	thread: part('(', takeThread),
	braces: part('{', takeBraces),
	priority: part('<', takePriority),
	/** The version of RFC 5424 is 1. Three digits are the length of the message in RFC 6587. */
	version: part(digits, run(isDigit, 2)),
	unversioned: part('', takeUnversioned),
	beforepriority: part('<', takeBeforePriority),
	structured: part('-[', takeStructuredData),
	stream: part('s', takeStream),
	whole: part('F', takeWhole),
	dash: part(' ', takeDash),
	path: part(names, takePath),
	file: part(names, takeFile),
	linenumber: part(digits, takeLineNumber),
	gofile: part(names, takeGoFile),
	indent: part(' \t', takeIndent),
	label: part(digits, takeLabel),
	pod: part(names, takePod),
	message: part('', takeMessage),
	columns: part('', takeColumns),
} as const satisfies Record<string, Part>;

type PartName = keyof typeof parts;

function isPartName(name: string): name is PartName {
	return Object.hasOwn(parts, name);
}

/** A compiled pattern. */
export type PrefixPattern = {
	/** Its text up to the end of its first part. Patterns with the same beginning share its match. */
	readonly beginning: string;
	/** The bytes that it can start with. */
	readonly begins: string;
	/** Returns a matcher for the pattern after its beginning. */
	readonly open: (time: WrapperTime) => Take;
};

/**
 * Compiles the pattern of a prefix: text, and parts in braces. Two spaces match one or more spaces.
 * @throws TypeError if a part doesn't exist
 */
export function prefixPattern(pattern: string): PrefixPattern {
	const [beginning = ''] = /^[^{]*(?:\{\w+\})?/.exec(pattern) ?? [];
	const name = beginning.slice(1, -1);
	return {
		beginning,
		begins: beginning.startsWith('{') && isPartName(name) ? parts[name].begins : beginning.charAt(0),
		open: time => openParts(pattern.slice(beginning.length), time),
	};
}

/** Returns a matcher for a pattern or a part of it. */
export function openParts(pattern: string, time: WrapperTime): Take {
	const patternParts = pattern.match(/\{\w+\}| {2}|(?:(?! {2})[^{])+/g) ?? [];
	const takes = patternParts.map((part): Take => {
		if (part === '  ') {
			return takeGap;
		}
		if (part.startsWith('{')) {
			const name = part.slice(1, -1);
			if (!isPartName(name)) {
				throw new TypeError(`no part of a prefix is called ${name}`);
			}
			return parts[name].open(time);
		}
		return textTaker(Buffer.from(part, 'latin1'));
	});
	const [only] = takes;
	return only !== undefined && takes.length === 1 ? only : sequence(takes);
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
