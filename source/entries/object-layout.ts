import {closeBracket, dash, isDigit, openBrace, plus, quote} from '../ascii.js';
import {textFields} from '../fields/fields.js';
import {nodeSize} from '../wasm/batch.js';
import {allFormats} from './chosen-readers.js';
import {type EntryRecord, type Field, fields, spanOf} from './entry-record.js';
import {jsonFormats, type Slot, type Unit} from './json/json-formats.js';
import {hasDigit} from './json/known-values.js';
import {dead, type NameTable, noSign, stringSlots} from './json/name-table.js';
import {kinds, NamedValues} from './json/named-values.js';
import {emptyFields, fieldKinds, literalAt, maxLiteral, nodeOf, noField, type Value} from './layout-steps.js';
import {bareEnd} from './values/json-syntax.js';
import {isSpace} from './values/starts-object.js';

/** Number of the first JSON format in `allFormats`, and of Caddy in `jsonFormats`. */
const firstFormat = allFormats.findIndex(({name}) => name === jsonFormats[0]?.name);
const caddy = jsonFormats.findIndex(({name}) => name === 'caddy');

/** Maximum numbers of keys, of sets of names, and of names in them: see wasm/assembly/objects.ts. */
const maxKeys = 640;
const maxSets = 64;
const maxBits = 63;

/** A bit in each set of names, and of a key whose value has always been empty: see wasm/assembly/objects.ts. */
const unsettledBit = 63;

/** Maximum depth of objects in which keys are looked up. */
const maxDepth = 6;

/** Maximum number of times that learning starts again because there are too many keys. */
const maxRestarts = 4;

const noBit = 255;

/** The text that closes a value: none, a quote, or a quote and a bracket. */
const [unclosed, byQuote, byBracket] = [0, 1, 2];

/** Flags for values that mustn't follow: strings, objects, lists. */
const [noText, noObject, noList] = [1, 2, 4];

/** A key of an object, with its value. */
type Key = {
	/** Number of the group of keys. Keys in objects under the same names are a group. */
	readonly group: number;
	/** Everything from the brace or comma before the key up to the value, with its quote. */
	readonly literal: string;
	/** Number of the name; 0 if it is unknown. */
	readonly entry: number;
	/** Range of the value without quotes. */
	readonly start: number;
	readonly end: number;
	readonly closing: number;
	readonly excluded: number;
	/** The kind, if it is known already. */
	readonly value: Value | undefined;
	/** Group of the keys in the object that follows. */
	readonly within: number;
};

/** Fields that a layout must have. Without them, the rules in json/json-entry.ts are less simple. */
const needed: readonly Field[] = ['ip', 'method', 'url', 'time', 'status'];

/** An object that is being learned. */
type LearnedObject = {
	readonly bytes: Buffer;
	readonly record: EntryRecord;
	/** Number among the formats of JSON. */
	readonly format: number;
	readonly isExact: boolean;
	/** The names that have a value and a meaning in this format. */
	readonly names: readonly number[];
	/** The fields whose values have been found. */
	readonly read: Set<Field>;
	/** The keys that have a value, with their names and roles. */
	readonly settled: Map<string, readonly [entry: number, role: string]>;
};

/** Slots with the field that must be set if a name has a value: an unreadable value is a different case. */
const strictSlots: ReadonlyArray<readonly [Slot, Field]> = [
	['protocol', 'protocol'],
	['host', 'host'],
	['bytes', 'bytes'],
	['duration', 'durationMs'],
];

const requestFields: readonly Field[] = ['method', 'url', 'protocol'];

/** The learned layout of the objects of a log. Plain data. */
export type LearnedObjects = {
	/** Numbers of groups, by the depth and the state of the table. */
	readonly groups: Map<string, number>;
	/** Bits of names with a value, by number, and of names that identify a format, by negative number. */
	readonly bits: Map<number, number>;
	/** The nodes of the keys, and of the sets of names. */
	readonly keys: Map<string, Uint8Array>;
	readonly sets: Map<bigint, Uint8Array>;
	/** Roles of the values of names, see `roleOf`: a field, or none. */
	readonly roles: Map<number, string>;
	/** The keys that had a value, so that its kind is known. */
	readonly settled: Set<string>;
	/** True if values that can decide the kind of an object are a part of the keys. */
	isExact: boolean;
};

function nothingLearned(): LearnedObjects {
	return {
		groups: new Map(),
		bits: new Map(),
		keys: new Map(),
		sets: new Map(),
		roles: new Map(),
		settled: new Set(),
		isExact: false,
	};
}

/**
 * The layout of the JSON objects of a log: their keys in any order, and the kinds of their values. Which value is which field
 * depends only on the set of known names that have a value: see json/known-values.ts. WebAssembly reads an object if earlier lines
 * had all of its keys and its set of names, and if TypeScript reads all values of these kinds alike.
 */
export class ObjectLayout {
	readonly #table: NameTable;
	readonly #values: NamedValues;
	readonly learned: LearnedObjects;
	#restarts = 0;
	#changes = 0;

	/** @param learned - the layout learned so far */
	constructor(table: NameTable, learned: LearnedObjects = nothingLearned()) {
		this.#table = table;
		this.#values = new NamedValues(table);
		this.learned = learned;
	}

	/** Number of changes of the nodes. */
	get changes(): number {
		return this.#changes;
	}

	/**
	 * Learns the object `bytes[start, end)`, which a reader has read into the record. Returns false if it can't have a layout.
	 *
	 * @param hasRule - true if the client may be any in a list of forwarded addresses
	 */
	learn(
		bytes: Buffer,
		start: number,
		end: number,
		record: EntryRecord,
		format: number,
		hasRule: boolean,
	): boolean {
		const {others, needs} = jsonFormats[format - firstFormat] ?? {};
		const isExact = format - firstFormat === caddy || others !== undefined || needs !== undefined;
		const found = record.skipped === 0 ? this.#keysOf(bytes, start, end) : undefined;
		if (found === undefined) {
			return false;
		}
		if (isExact && !this.learned.isExact) {
			// The keys so far accept any values.
			this.#clear();
			this.learned.isExact = true;
		}
		const givenKeys = new Set(found.filter(key => this.#isGiven(key, bytes)));
		const given = [...givenKeys].map(({entry}) => entry);
		const {units} = this.#table.meanings(format - firstFormat);
		const names = given.filter(entry => units.has(entry));
		// Without a digit, the value under another name is the time.
		const isState = ({entry, start: from, end: to}: Key) =>
			this.#table.slot(entry) === 'time' && !hasDigit(bytes, from, to);
		if (
			new Set(given).size < given.length ||
			[...givenKeys].some(isState) ||
			!this.#isSimple(names, record, hasRule)
		) {
			return false;
		}
		const object: LearnedObject = {
			bytes,
			record,
			format: format - firstFormat,
			isExact: this.learned.isExact,
			names,
			read: new Set(),
			settled: new Map(),
		};
		const nodes = new Map<string, Buffer>();
		let set = 1n << BigInt(unsettledBit);
		for (const key of found) {
			const isGiven = givenKeys.has(key);
			const [literal, value] = this.#valueOf(key, object, isGiven);
			const bit = isGiven ? this.#bit(key.entry) : this.#canBeGiven(key) ? unsettledBit : noBit;
			// Another key may have the same name.
			const role = isGiven ? roleOf(value) : '';
			if (isGiven && (this.learned.roles.get(key.entry) ?? role) !== role) {
				return false;
			}
			const sign = (this.#table.signOf[key.entry] ?? noSign) === noSign ? noBit : this.#bit(-key.entry);
			if (value === undefined || literal.length > maxLiteral || bit === -1 || sign === -1) {
				return false;
			}
			set |= (isGiven ? 1n << BigInt(bit) : 0n) | (sign === noBit ? 0n : 1n << BigInt(sign));
			const node = keyNode(key, literal, value, bit, sign);
			const id = `${key.group} ${literal}`;
			const known = nodes.get(id) ?? this.learned.keys.get(id);
			if (known === undefined || (isGiven && !this.learned.settled.has(id))) {
				nodes.set(id, node);
			} else if (isGiven && !node.equals(known)) {
				return false;
			}
			if (isGiven) {
				object.settled.set(id, [key.entry, role]);
			}
		}
		const isRead = (field: Field) => record.spans[spanOf[field] + 1] === 0 || object.read.has(field);
		return fields.every(isRead) && this.#add(nodes, object, set, format);
	}

	/** Adds keys and a set of names. Returns false if there are too many. */
	#add(
		nodes: ReadonlyMap<string, Buffer>,
		{settled, record}: LearnedObject,
		set: bigint,
		format: number,
	): boolean {
		if (nodes.size === 0 && this.learned.sets.has(set)) {
			return true;
		}
		if (this.learned.keys.size + nodes.size > maxKeys || this.learned.sets.size === maxSets) {
			if (this.#restarts++ < maxRestarts) {
				this.#clear();
			}
			return false;
		}
		this.#changes++;
		for (const [id, [entry, role]] of settled) {
			this.learned.settled.add(id);
			this.learned.roles.set(entry, role);
		}
		for (const [id, node] of nodes) {
			this.learned.keys.set(id, node);
		}
		const node = Buffer.alloc(nodeSize);
		node.writeUInt32LE(format, 8);
		node.writeUInt32LE(
			emptyFields(field => record.spans[spanOf[field] + 1] !== 0),
			12,
		);
		node.writeBigUInt64LE(set, literalAt);
		this.learned.sets.set(set, node);
		return true;
	}

	#clear(): void {
		this.learned.keys.clear();
		this.learned.sets.clear();
		this.learned.settled.clear();
		this.learned.roles.clear();
	}

	/** Returns the bit of a name; `noBit` if it is unknown, -1 if there are too many. */
	#bit(entry: number): number {
		if (entry === 0) {
			return noBit;
		}
		const bit = this.learned.bits.get(entry) ?? this.learned.bits.size;
		if (bit >= maxBits) {
			return -1;
		}
		this.learned.bits.set(entry, bit);
		return bit;
	}

	#hasSlot(names: readonly number[], slot: Slot): boolean {
		return names.some(entry => this.#table.slot(entry) === slot);
	}

	/** Checks that the kind of the object doesn't depend on values, and no field on values of other names. */
	#isSimple(names: readonly number[], {spans}: EntryRecord, hasRule: boolean): boolean {
		const has = (field: Field) => spans[spanOf[field] + 1] !== 0;
		return (
			needed.every(has) &&
			!this.#hasSlot(names, 'date') &&
			!this.#hasSlot(names, 'never') &&
			!names.includes(this.#table.entry('properties')) &&
			strictSlots.every(([slot, field]) => has(field) || !this.#hasSlot(names, slot)) &&
			(hasRule || !has('forwardedFor'))
		);
	}

	/** Checks that the value after a key can count: see json/known-values.ts. */
	#canBeGiven({entry, closing, value}: Key): boolean {
		const slot = this.#table.slot(entry);
		return slot !== undefined && value === undefined && (closing !== unclosed || !stringSlots.has(slot));
	}

	/** Checks that the value after a key counts. */
	#isGiven(key: Key, bytes: Buffer): boolean {
		const {start, end, closing} = key;
		const first = bytes[start] ?? 0;
		const isEmpty =
			closing === unclosed
				? !isDigit(first) && first !== plus
				: end === start || (end === start + 1 && first === dash);
		return this.#canBeGiven(key) && !isEmpty;
	}

	/** Returns the literal text and the kind of the value after a key; no kind if the value matters but could be anything. */
	#valueOf(
		{literal, entry, start, end, value, closing}: Key,
		{bytes, record: {spans}, format, isExact, names, read}: LearnedObject,
		isGiven: boolean,
	): readonly [literal: string, value: Value | undefined] {
		const slot = this.#table.slot(entry);
		const text = bytes.toString('latin1', start, end);
		const plain = {
			kind: closing === unclosed ? 'scalar' : slot === 'path' ? 'path' : 'text',
			parameter: noField,
		} as const;
		if (value !== undefined || !isGiven) {
			return [literal, value ?? plain];
		}
		if (spans[spanOf.method] === start && spans[spanOf.method + 1] !== end) {
			for (const field of requestFields) {
				read.add(field);
			}
			return [literal, spans[spanOf.protocol + 1] === end ? {kind: 'request'} : undefined];
		}
		if (slot === 'requestLine') {
			return [literal, undefined];
		}
		const field = fields.find(one => spans[spanOf[one]] === start && spans[spanOf[one] + 1] === end);
		if (field !== undefined) {
			read.add(field);
			// Another name may have the query, or the path without a query.
			const isPart =
				field === 'url' &&
				slot === 'path' &&
				['query', 'url'].some(other => this.#hasSlot(names, other as Slot));
			const unit = this.#table.meanings(format).units.get(entry);
			return [literal, isPart ? undefined : fieldValue(field, text, unit)];
		}
		return isExact && closing === byQuote && (slot === 'logger' || slot === 'msg')
			? [`${literal}${text}"`, {kind: 'exact'}]
			: [literal, plain];
	}

	/** Returns the keys of an object; undefined if its syntax is unusual. */
	#keysOf(bytes: Buffer, start: number, end: number): readonly Key[] | undefined {
		const values = this.#values;
		values.read('object', bytes, start, end);
		const isWhole = bytes[start] === openBrace && values.ends[0] === end;
		if (!isWhole || values.isCut || values.faults.length > 0) {
			return undefined;
		}
		const found: Key[] = [];
		/** Offset after the last key whose object or array has no keys of its own. */
		let after = start;
		for (let index = 1; index < values.count; index++) {
			if ((values.starts[index] ?? 0) < after) {
				continue;
			}
			const key = this.#keyAt(values, index);
			if (key === undefined) {
				return undefined;
			}
			found.push(key);
			after = key.end + key.closing;
		}
		return found;
	}

	/** Returns the key of a value; undefined if it is unusual. */
	#keyAt(values: NamedValues, index: number): Key | undefined {
		const {bytes, ends, entries, kinds: kindsOf, nameEnds, nameStarts, outers, starts, states} = values;
		const outer = outers[index] ?? 0;
		const nameStart = nameStarts[index] ?? 0;
		const start = starts[index] ?? 0;
		const end = ends[index] ?? 0;
		const kind = kindsOf[index];
		const entry = entries[index] ?? 0;
		const state = states[index] ?? dead;
		const depth = values.depthOf(outer) - 1;
		let from = nameStart - 1;
		while (isSpace(bytes[from - 1])) {
			from--;
		}
		const upTo = (to: number) => bytes.toString('latin1', from, to);
		const group = this.#group(depth, states[outer] ?? dead);
		const base = {group, entry, start, end, closing: unclosed, excluded: 0, value: undefined, within: 0};
		if (
			!/^[ -[\]-~]*$/.test(bytes.toString('latin1', nameStart, nameEnds[index])) ||
			(kind === kinds.bare && bareEnd(bytes, start, end) !== end)
		) {
			return undefined;
		}
		if (kind === kinds.object && state !== dead) {
			const within = this.#group(depth + 1, state);
			const literal = upTo(start + 1);
			return depth < maxDepth
				? {...base, literal, start: start + 1, end: start + 1, value: {kind: 'within'}, within}
				: undefined;
		}
		if (kind === kinds.text) {
			return {...base, literal: upTo(start), closing: byQuote};
		}
		const isList = kind === kinds.array;
		const [text = 0, textEnd = 0] = [starts[index + 1], ends[index + 1]];
		if (isList && bytes[start + 1] === quote && bytes[textEnd + 1] === closeBracket) {
			return {...base, literal: upTo(text), start: text, end: textEnd, closing: byBracket};
		}
		if (entry === 0) {
			const excluded = this.#table.goesOn(state) ? noObject : 0;
			return {...base, literal: upTo(start), value: {kind: 'any'}, excluded};
		}
		if (kind === kinds.object) {
			return {...base, literal: upTo(start + 1), value: {kind: 'inside'}};
		}
		return isList ? undefined : {...base, literal: upTo(start), excluded: noText | noObject | noList};
	}

	#group(depth: number, state: string): number {
		const id = `${depth} ${state}`;
		const group = this.learned.groups.get(id) ?? this.learned.groups.size;
		this.learned.groups.set(id, group);
		return group;
	}
}

/** The kinds of times, by their notations. */
const timeKinds: ReadonlyArray<readonly [RegExp, Value['kind']]> = [
	[/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)$/, 'isoTime'],
	[/^\d{10}(?:\.\d*)?$/, 'epoch'],
	[/^\d\d\/[A-Z][a-z]{2}\/\d{4}:/, 'clfTime'],
];

/** Parameters of durations by their units: exponents of ten that make milliseconds, plus 6. See wasm/assembly/json-values.ts. */
const durations: Readonly<Partial<Record<Unit, number>>> = {s: 9, ms: 6, us: 3, ns: 0, nginx: 16};

/** Returns the kind of a field's value, given one value and, for a duration, its unit. */
function fieldValue(field: Field, text: string, unit: Unit | undefined): Value | undefined {
	const kind = field === 'time' ? timeKinds.find(([shape]) => shape.test(text))?.[1] : fieldKinds[field];
	if (field === 'durationMs') {
		const parameter = unit && durations[unit];
		return parameter === undefined || !isDigit(text.charCodeAt(text.length - 1))
			? undefined
			: {kind: 'duration', parameter};
	}
	const parameter = (textFields as readonly Field[]).indexOf(field);
	return kind !== undefined ? {kind} : parameter === -1 ? undefined : {kind: 'text', parameter};
}

/** Kinds of values without a field. */
const unused: ReadonlySet<Value['kind']> = new Set(['scalar', 'path', 'exact']);

/** Kinds of times. */
const times: ReadonlySet<Value['kind']> = new Set(['isoTime', 'epoch', 'clfTime']);

/** Returns the role of a value, regardless of its notation; empty without a field. */
function roleOf(value: Value | undefined): string {
	const {kind, parameter} = value ?? {kind: 'any'};
	return unused.has(kind) || (kind === 'text' && parameter === noField)
		? ''
		: times.has(kind)
			? 'time'
			: `${kind} ${parameter}`;
}

/** Returns the node of a key: see wasm/assembly/nodes.ts. */
function keyNode(
	{group, closing, excluded, within}: Key,
	literal: string,
	value: Value,
	bit: number,
	sign: number,
): Buffer {
	const node = nodeOf({literal, ...value});
	node.writeUInt16LE(group, 4);
	node.set([bit, sign, value.kind === 'exact' ? unclosed : closing, excluded], 8);
	node.writeUInt16LE(within, 12);
	return node;
}
