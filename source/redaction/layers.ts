/**
 * A string with one more level decoded than in the previous layer. Each character is a byte of UTF-8. Offsets in a layer map to
 * offsets in the original string.
 */
export type Layer = {
	readonly text: string;
	/** Start of each character in the original string, then the length of that string; null if all offsets are equal. */
	readonly starts: Int32Array | null;
	/** 1 for each character that was encoded in the previous layer; null for the original string. */
	readonly isNew: Uint8Array | null;
};

/** Maximum number of nested encodings to decode. */
const deepest = 10;

/** Character references of HTML, and escapes of HAProxy: of all bytes except printable ASCII, and of some printable characters. */
const references =
	/&#(?<decimal>\d{1,7});?|&#x(?<point>[\da-f]{1,6});|&(?<entity>quot|amp|apos|lt|gt|colon|equals|commat);|#(?<byte>[\da-f]{2})/gi;

/**
 * Encodings, the outermost first: a log escapes its whole input, and JSON or HTML contain URLs rather than the other way round.
 * The outer encoding must be decoded first: quotes of an inner one would look like outer quotes.
 */
const encodings: readonly {readonly sign: RegExp; readonly escapes: RegExp}[] = [
	// HTML whose references are preceded by a backslash. Pairs of backslashes are escaped backslashes.
	{sign: /(?<!\\)(?:\\\\)*\\&(?:quot|apos|amp|#0*3[489]|#x0*2[267]);/i, escapes: references},
	// JSON, nginx, Apache, C: RFC 8259, 7, and `escapes` of the formats.
	{
		sign: /\\/,
		escapes:
			/\\u(?<high>d[89ab][\da-f]{2})\\u(?<low>d[c-f][\da-f]{2})|\\u(?<point>[\da-f]{4})|\\u\{(?<braced>[\da-f]{1,6})\}|\\U00(?<long>[\da-f]{6})|\\x(?<byte>[\da-f]{2})|\\(?<octal>[0-3][0-7]{2})|\\(?<letter>["\\/'=|bfnrtv])/gi,
	},
	// HTML, HAProxy.
	{sign: /[&#]/, escapes: references},
	// URLs: https://www.rfc-editor.org/rfc/rfc3986#section-2.1, and the form that IIS accepts.
	{sign: /%/, escapes: /%u(?<point>[\da-f]{4})|%(?<byte>[\da-f]{2})/gi},
	// CSV.
	{sign: /""/, escapes: /(?<doubled>"")(?=[\w{[])|(?<=[\w}\]])(?<doubledAfter>"")/g},
	// Overlong UTF-8, which some servers accept.
	{
		sign: /[\xc0\xc1]|\xe0[\x80-\x9f]/,
		escapes: /(?<overlong>[\xc0\xc1][\x80-\xbf]|\xe0[\x80\x81][\x80-\xbf])/g,
	},
	// Typographic quotes.
	{
		sign: /\xe2\x80[\x98-\x9f]|\xc2[\xab\xbb]/,
		escapes: /\xe2\x80(?<single>[\x98-\x9b])|\xe2\x80(?<double>[\x9c-\x9f])|\xc2(?<angle>[\xab\xbb])/g,
	},
	// Full-width forms, which users of East Asian input methods may type.
	{sign: /\xef[\xbc\xbd]/, escapes: /\xef\xbc(?<wide>[\x81-\xbf])|\xef\xbd(?<wider>[\x80-\x9e])/g},
];

const letters: Readonly<Record<string, string>> = {b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v'};

const entities: Readonly<Record<string, string>> = {
	quot: '"',
	amp: '&',
	apos: "'",
	lt: '<',
	gt: '>',
	colon: ':',
	equals: '=',
	commat: '@',
};

function inBytes(text: string): string {
	return Buffer.from(text).toString('latin1');
}

function ofPoint(point: number): string | null {
	return point > 0x10_ff_ff
		? null
		: point < 0x80
			? String.fromCharCode(point)
			: inBytes(String.fromCodePoint(point));
}

/** Returns the bytes that an escape stands for; null if it is invalid. */
function meaningOf({groups = {}}: RegExpExecArray): string | null {
	const {high, low, byte, octal, letter, decimal, entity, doubled, doubledAfter, wide, wider, overlong} =
		groups;
	const point = groups.point ?? groups.braced ?? groups.long;
	if (byte !== undefined) {
		return String.fromCharCode(Number.parseInt(byte, 16));
	}
	if ([doubled, doubledAfter, groups.double, groups.angle].some(group => group !== undefined)) {
		return '"';
	}
	if (groups.single !== undefined) {
		return "'";
	}
	if (overlong !== undefined) {
		const [last = 0, before = 0] = [...overlong].reverse().map(sign => sign.charCodeAt(0) & 0x3f);
		return String.fromCharCode(((before & 3) << 6) | last);
	}
	if (wide !== undefined || wider !== undefined) {
		return String.fromCharCode(
			wide === undefined ? (wider ?? '').charCodeAt(0) - 0x20 : wide.charCodeAt(0) - 0x60,
		);
	}
	if (letter !== undefined) {
		return letters[letter] ?? (/[A-Z]/.test(letter) ? null : letter);
	}
	if (high !== undefined && low !== undefined) {
		return inBytes(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)));
	}
	if (octal !== undefined) {
		return String.fromCharCode(Number.parseInt(octal, 8));
	}
	if (entity !== undefined) {
		return entities[entity.toLowerCase()] ?? null;
	}
	return ofPoint(decimal === undefined ? Number.parseInt(point ?? '', 16) : Number(decimal));
}

/** Decodes the outermost encoding of a layer. Returns null if nothing is encoded. */
function undone(layer: Layer): Layer | null {
	for (const {sign, escapes} of encodings) {
		const next = sign.test(layer.text) ? without(layer, escapes) : null;
		if (next !== null) {
			return next;
		}
	}
	return null;
}

/** Decodes the escapes of one kind in a layer. Returns null if it contains no such escapes. */
function without({text, starts}: Layer, escapes: RegExp): Layer | null {
	let next: Int32Array | undefined;
	const isNew = new Uint8Array(text.length);
	let size = 0;
	let plain = '';
	let at = 0;
	const copyTo = (end: number, into: Int32Array): void => {
		for (let index = at; index < end; index++) {
			into[size++] = starts === null ? index : (starts[index] ?? 0);
		}
		plain += text.slice(at, end);
	};
	for (const found of text.matchAll(escapes)) {
		const meaning = meaningOf(found);
		if (meaning === null) {
			continue;
		}
		next ??= new Int32Array(text.length + 1);
		const {index} = found;
		copyTo(index, next);
		next.fill(starts === null ? index : (starts[index] ?? 0), size, size + meaning.length);
		isNew.fill(1, size, size + meaning.length);
		size += meaning.length;
		plain += meaning;
		at = index + found[0].length;
	}
	if (next === undefined) {
		return null;
	}
	copyTo(text.length, next);
	next[size] = starts === null ? text.length : (starts[text.length] ?? 0);
	return {text: plain, starts: next.subarray(0, size + 1), isNew};
}

const ascii = /^[\0-\x7f]*$/;

/**
 * Returns the layer of the original string.
 * @param isBytes - true if each character is a byte already
 */
function written(text: string, isBytes: boolean): Layer {
	if (isBytes || ascii.test(text)) {
		return {text, starts: null, isNew: null};
	}
	const bytes = inBytes(text);
	const starts = new Int32Array(bytes.length + 1);
	let size = 0;
	for (let index = 0; index < text.length; ) {
		const point = text.codePointAt(index) ?? 0;
		const width = point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4;
		starts.fill(index, size, size + width);
		size += width;
		index += width === 4 ? 2 : 1;
	}
	starts[size] = text.length;
	return {text: bytes, starts, isNew: null};
}

/**
 * Returns the original string, then the string decoded once, twice, and so on. Each is a separate layer, because the end of a
 * value in one layer may be part of the value in another.
 */
export function layersOf(text: string, isBytes = false): readonly Layer[] {
	const layers = [written(text, isBytes)];
	let last = layers[0];
	while (last !== undefined && layers.length <= deepest) {
		const next = undone(last);
		if (next !== null) {
			layers.push(next);
		}
		last = next ?? undefined;
	}
	return layers;
}

/** True if the string has more nested encodings than are decoded. */
export function isDeeper(layers: readonly Layer[]): boolean {
	const last = layers.at(-1);
	return layers.length > deepest && last !== undefined && undone(last) !== null;
}

/** Decodes all encodings of a string of bytes. */
export function decodedBytes(text: string): string {
	return layersOf(text, true).at(-1)?.text ?? text;
}

/** Decodes all encodings of a string. */
export function decoded(text: string): string {
	const last = layersOf(text).at(-1);
	return last === undefined || last.starts === null ? text : Buffer.from(last.text, 'latin1').toString();
}
