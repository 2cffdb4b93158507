import type {ColumnType} from '../../clickhouse/schema.js';
import {ByteWriter, viewed} from './byte-writer.js';
import type {ColumnPart, RowPart} from './columns.js';
import type {Dictionary} from './dictionary.js';

/**
 * Header of a column with a dictionary: the version SharedDictionariesWithAdditionalKeys; and the flags HasAdditionalKeysBit and
 * NeedUpdateDictionary, to which the width of a number is added (src/DataTypes/Serializations/SerializationLowCardinality.cpp).
 */
const keysVersion = 1;
const keysFlags = 0x600;

/**
 * Encodes rows as one block of ClickHouse's Native format, in consecutive pieces. Native is columnar like the server's storage,
 * so the server reads a million rows of 28 columns in 0.5 s instead of 9 s for RowBinary. A single block, because deduplication
 * identifies an insert by its token and the index of the block.
 */
export function nativeBlock(columns: readonly ColumnType[], parts: readonly RowPart[]): readonly Buffer[] {
	const count = parts.reduce((sum, part) => sum + part.count, 0);
	const writer = new ByteWriter();
	const pieces: Buffer[] = [];
	writer.size(columns.length);
	writer.size(count);
	for (const [index, {name, type}] of columns.entries()) {
		writer.text(name);
		writer.text(type);
		const own = parts.map(part => part.columns[index]).filter(part => part !== undefined);
		const texts = own.filter(part => part.kind === 'texts');
		const maps = own.filter(part => part.kind === 'maps');
		const values = own.filter(part => part.kind === 'values');
		const keyed = texts.length > 0 ? writeTexts(writer, texts, count) : writeMaps(writer, maps);
		pieces.push(
			writer.take(),
			...keyed,
			...values.flatMap(({nulls}) => nulls ?? []),
			...values.map(part => part.values),
		);
	}
	return joined(pieces);
}

/** Pieces of at least this size are sent unchanged. Smaller ones are joined, because each piece costs a separate write. */
const largePiece = 1 << 16;

function joined(pieces: readonly Buffer[]): readonly Buffer[] {
	const groups: Buffer[][] = [];
	let isOpen = false;
	for (const piece of pieces.filter(({length}) => length > 0)) {
		const isSmall = piece.length < largePiece;
		const last = groups.at(-1);
		if (isSmall && isOpen && last !== undefined) {
			last.push(piece);
		} else {
			groups.push([piece]);
		}
		isOpen = isSmall;
	}
	return groups.map(group =>
		group.length === 1 && group[0] !== undefined ? group[0] : Buffer.concat(group),
	);
}

type Texts = Omit<Extract<ColumnPart, {kind: 'texts'}>, 'kind'>;

/** Writes the header of a column of strings. Returns what must be sent after it. */
function writeTexts(writer: ByteWriter, parts: readonly Texts[], count: number): readonly Buffer[] {
	writer.int64(keysVersion);
	return keyedTexts(parts, count);
}

type Maps = Extract<ColumnPart, {kind: 'maps'}>;

/** Writes the header of a column of maps. Returns what must be sent after it: the ends of the maps, the names, and the values. */
function writeMaps(writer: ByteWriter, parts: readonly Maps[]): readonly Buffer[] {
	if (parts.length === 0) {
		return [];
	}
	writer.int64(keysVersion);
	let end = 0;
	for (const {lengths} of parts) {
		for (const length of lengths) {
			end += length;
			writer.int64(end);
		}
	}
	const names = parts.map(({names: numbers, dictionary}) => ({numbers, dictionary}));
	// Without names, even their header is missing.
	return end === 0 ? [] : [...keyedTexts(names, end), ...parts.map(({values}) => values)];
}

/** Encodes the strings that occur, and the key of each of the `count` values. */
function keyedTexts(parts: readonly Texts[], count: number): readonly Buffer[] {
	const writer = new ByteWriter();
	// The first key stands for NULL and for a missing string.
	const keys: Buffer[] = [Buffer.alloc(0)];
	const known = new Map<Dictionary, Int32Array>();
	const numbers = new Int32Array(count);
	let length = 0;
	for (const {numbers: own, dictionary} of parts) {
		const keyOf = known.get(dictionary) ?? new Int32Array(dictionary.count + 1);
		known.set(dictionary, keyOf);
		for (let index = 0; index < own.length; index++) {
			const number = own[index] ?? 0;
			let key = keyOf[number] ?? 0;
			if (key === 0 && number !== 0) {
				key = keys.length;
				keyOf[number] = key;
				keys.push(dictionary.text(number));
			}
			numbers[length++] = key;
		}
	}
	const width = keys.length <= 1 << 8 ? 0 : keys.length <= 1 << 16 ? 1 : 2;
	writer.int64(keysFlags + width);
	writer.int64(keys.length);
	for (const key of keys) {
		writer.string(viewed(key), 0, key.length);
	}
	writer.int64(count);
	const narrowed = width === 0 ? new Uint8Array(numbers) : width === 1 ? new Uint16Array(numbers) : numbers;
	return [writer.take(), Buffer.from(narrowed.buffer)];
}
