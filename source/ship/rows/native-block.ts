import type {ColumnType} from '../../clickhouse/schema.js';
import {ByteWriter, viewed} from './byte-writer.js';
import type {ColumnPart, RowPart} from './columns.js';
import type {Dictionary} from './dictionary.js';

/**
 * What is written before the texts of a column with a dictionary: the version, SharedDictionariesWithAdditionalKeys; and
 * HasAdditionalKeysBit with NeedUpdateDictionary, to which the width of a number is added
 * (src/DataTypes/Serializations/SerializationLowCardinality.cpp).
 */
const keysVersion = 1;
const keysFlags = 0x600;

/**
 * Puts rows together as one block of ClickHouse's format Native, in pieces that follow each other: column by column, as
 * the server has them, so that it reads them in a tenth of the time that it takes to read RowBinary (measured: 0.5 s
 * instead of 9 s for a million rows of 28 columns). One block alone: what is to be written once is told from others by
 * its token, and by which block it is of.
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
		const values = own.filter(part => part.kind === 'values');
		const numbers = texts.length > 0 ? [writeTexts(writer, texts, count)] : [];
		pieces.push(
			writer.take(),
			...numbers,
			...values.flatMap(({nulls}) => nulls ?? []),
			...values.map(part => part.values),
		);
	}
	return joined(pieces);
}

/** Pieces of that size are sent as they are; smaller ones are put together, for each is written by itself. */
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

type Texts = Extract<ColumnPart, {kind: 'texts'}>;

/** Writes the texts that are met in these rows. Returns which of them each row has: what is to be sent behind them. */
function writeTexts(writer: ByteWriter, parts: readonly Texts[], count: number): Buffer {
	// The first key stands for NULL, and for no text.
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
	writer.int64(keysVersion);
	writer.int64(keysFlags + width);
	writer.int64(keys.length);
	for (const key of keys) {
		writer.string(viewed(key), 0, key.length);
	}
	writer.int64(count);
	const narrowed = width === 0 ? new Uint8Array(numbers) : width === 1 ? new Uint16Array(numbers) : numbers;
	return Buffer.from(narrowed.buffer);
}
