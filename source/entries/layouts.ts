import {backslash, openBrace, quote} from '../ascii.js';
import {textFields} from '../fields/fields.js';
import {nodeSize} from '../wasm/batch.js';
import {allFormats} from './chosen-readers.js';
import {type ClientChoice, trustedRanges} from './client-choice.js';
import {type EntryRecord, spanOf} from './entry-record.js';
import type {Format, FormatReader} from './format.js';
import {clfFamily, combined, common} from './formats/clf-family.js';
import {namedColumn} from './formats/clf-times.js';
import {w3cSteps} from './formats/w3c-steps.js';
import {namesOf} from './json/json-reader.js';
import {literalAt, maxLiteral, nodeOf, noField, type Step, type Value} from './layout-steps.js';
import {type LogHeader, noHeader} from './log-header.js';
import {type LearnedObjects, ObjectLayout} from './object-layout.js';
import {isPatternReader} from './pattern/pattern-reader.js';
import {TextLayout} from './text-layout.js';
import type {InnerLine, WrapperInfo} from './wrappers/wrapper.js';

const atEnd: Step = {literal: '', kind: 'end'};
const front: readonly Step[] = [
	{literal: '', kind: 'clf'},
	{literal: '', kind: 'agents'},
];

const upstreamField = textFields.indexOf('upstream');

/** First node of the tree. The rule for clients is before it. */
const firstNode = 12;

/** Maximum number of nodes of the tree. */
const maxTree = 256;

/** Maximum number of times that learning starts again because there are too many nodes: literal text may differ in each line. */
const maxRestarts = 4;

/** Offsets in a node of the alternative node, of the next node, and of the node after a user agent. */
const otherLink = 4;
const nextLink = 6;
const agentsLink = 12;

/** Size of a network in the rule for clients. */
const networkSize = 24;
const maxNetworks = Math.floor((firstNode * nodeSize - literalAt) / networkSize);

/** Equals `entryFlags.whole`. */
const wholeLine = 8;

const combinedNumber = allFormats.indexOf(combined);
const commonNumber = allFormats.indexOf(common);
const w3cNumber = allFormats.findIndex(({name}) => name === 'w3c');
const familyNames = new Map(clfFamily.formats.map(format => [allFormats.indexOf(format), format.name]));

/** Layouts of the common and the combined format. */
const plainSteps: ReadonlyArray<readonly Step[]> = [
	[
		{literal: '', kind: 'clf'},
		{literal: '', kind: 'end', parameter: wholeLine, format: commonNumber},
	],
	[...front, {literal: '', kind: 'end', parameter: wholeLine, format: combinedNumber}],
];

/** The nodes of the tree, and the layout of objects learned so far. Plain data. */
export type LearnedLayouts = {readonly tree: Uint8Array; readonly objects: LearnedObjects | undefined};

/**
 * The layouts of the lines of a log: literal text and kinds of values, as a tree of nodes for `Batch.scan`. They are learned from
 * lines that the TypeScript readers have read. WebAssembly reads further lines with these layouts.
 */
export class Layouts {
	/** The nodes. Replaced whenever a layout is added, so that it can be compared by reference. */
	nodes: Uint8Array;
	/** The part of the nodes that is the tree. */
	#tree: Uint8Array;
	#start: Uint8Array;
	readonly #client: ClientChoice | undefined;
	readonly #hasRule: boolean;
	readonly #readers: readonly FormatReader[];
	#header: LogHeader = noHeader;
	#restarts = 0;
	readonly #texts = new Map<FormatReader, TextLayout>();
	/** Created for the first object. */
	#objects: ObjectLayout | undefined;

	/**
	 * @param client - rule for choosing the client; if missing, it is the client in the line
	 * @param readers - the readers of the lines; some formats of `clfFamily` need not be learned
	 * @param learned - layouts of the same log, learned with the same rule and the same readers
	 */
	constructor(client: ClientChoice | undefined, readers: readonly FormatReader[], learned?: LearnedLayouts) {
		this.#client = client;
		this.#start = startOf(client, readers.includes(clfFamily));
		this.#readers = readers;
		this.#tree = learned?.tree ?? this.#start;
		this.nodes = this.#tree;
		this.#hasRule = client === undefined || trustedRanges(client.trusted).length <= maxNetworks;
		if (learned?.objects !== undefined) {
			this.#objects = new ObjectLayout(namesOf(readers), learned.objects);
			this.#join();
		}
	}

	/** The layouts, for another thread; undefined while a header gives the layout. */
	get learned(): LearnedLayouts | undefined {
		return this.#header === noHeader ? {tree: this.#tree, objects: this.#objects?.learned} : undefined;
	}

	/** True if there is a layout. */
	get hasAny(): boolean {
		return this.nodes.length > firstNode * nodeSize;
	}

	/** The header of the lines. A header gives their only layout. WebAssembly leaves other lines to TypeScript. */
	set header(header: LogHeader) {
		const {fields, date} = this.#header;
		if (header.fields !== fields || header.date !== date) {
			this.#start = startOf(this.#client, header === noHeader && this.#readers.includes(clfFamily));
			this.#tree = this.#start;
			this.nodes = this.#start;
			this.#objects = undefined;
		}
		this.#header = header;
	}

	/**
	 * Adds the layout of the line `bytes[start, end)`, which a reader has read into the record. Returns false if it adds none.
	 *
	 * @param rest - the line without the prefixes in `taken`
	 */
	learn(
		bytes: Buffer,
		start: number,
		end: number,
		record: EntryRecord,
		format: number,
		rest: InnerLine,
		taken: readonly WrapperInfo[],
	): boolean {
		if (this.#header !== noHeader) {
			const steps =
				taken.length === 0 && record.skipped === 0 && format === w3cNumber
					? w3cSteps(this.#header.fields, format, this.#start[0] !== 0)
					: undefined;
			return steps !== undefined && this.#grow(steps);
		}
		const wrapper =
			taken[0]?.name === 'json' ? wrapperSteps(bytes.toString('latin1', start, end)) : undefined;
		if (wrapper !== undefined && taken.length === 1 && record.source === rest.bytes) {
			const isNew = this.#learnRest(rest, record, format, {steps: [], literal: ''});
			return this.#grow(wrapper) || isNew;
		}
		const isPart = record.source === undefined && rest.bytes === bytes;
		const prefix = isPart ? prefixSteps(bytes.toString('latin1', start, rest.start), taken) : undefined;
		return prefix !== undefined && this.#learnRest(rest, record, format, prefix);
	}

	#learnRest(rest: InnerLine, record: EntryRecord, format: number, prefix: PrefixSteps): boolean {
		const {bytes, start, end} = rest;
		if (bytes[start] === openBrace) {
			return this.#learnObject(rest, record, format, prefix);
		}
		const [first, ...others] =
			clfSteps(bytes, start, end, record, format) ??
			this.#textLayoutOf(format)?.steps(bytes, start, end, record, format) ??
			[];
		const steps = first && [...prefix.steps, {...first, literal: prefix.literal + first.literal}, ...others];
		if (steps === undefined || (!this.#hasRule && steps.some(({kind}) => kind === 'addresses'))) {
			return false;
		}
		return this.#grow(steps);
	}

	/** Returns the layouts of the lines of a format, if patterns describe it. */
	#textLayoutOf(format: number): TextLayout | undefined {
		const reader = this.#readers.find(({formats}) => formats.includes(allFormats[format] as Format));
		if (reader === undefined || !isPatternReader(reader)) {
			return undefined;
		}
		const layout = this.#texts.get(reader) ?? new TextLayout(reader);
		this.#texts.set(reader, layout);
		return layout;
	}

	#learnObject(
		{bytes, start, end}: InnerLine,
		record: EntryRecord,
		format: number,
		prefix: PrefixSteps,
	): boolean {
		this.#objects ??= new ObjectLayout(namesOf(this.#readers));
		const objects = this.#objects;
		const {changes} = objects;
		if (!objects.learn(bytes, start, end, record, format, this.#hasRule)) {
			return false;
		}
		// Known objects may have another prefix.
		const isNew = this.#grow([...prefix.steps, {literal: `${prefix.literal}{`, kind: 'object'}]);
		if (!isNew && objects.changes > changes) {
			this.#join();
		}
		return isNew || objects.changes > changes;
	}

	/** Adds a layout to the tree. Returns false if it exists, or if there are too many nodes. */
	#grow(steps: readonly Step[]): boolean {
		let added = withSteps(this.#tree, steps);
		if (added === undefined && this.#restarts < maxRestarts) {
			this.#restarts++;
			added = withSteps(this.#start, steps);
		}
		if (added === undefined || added === this.#tree) {
			return false;
		}
		this.#tree = added;
		this.#join();
		return true;
	}

	/** Joins the tree and the nodes of objects. */
	#join(): void {
		const {keys, sets} = this.#objects?.learned ?? {keys: new Map(), sets: new Map()};
		const nodes = Buffer.concat([this.#tree, ...keys.values(), ...sets.values()]);
		const first = this.#tree.length / nodeSize;
		// No key of an object is in this group.
		nodes.writeUInt16LE(0xffff, otherLink);
		nodes.writeUInt16LE(first, 8);
		nodes.writeUInt16LE(first + keys.size, 10);
		nodes.writeUInt16LE(first + keys.size + sets.size, 12);
		this.nodes = nodes;
	}
}

/** The nodes at the start, shared by all logs with the same rule. */
const starts = new Map<string, Uint8Array>();

function startOf(client: ClientChoice | undefined, isPlain: boolean): Uint8Array {
	const key = `${isPlain} ${client?.mode} ${client?.trusted.join(' ')}`;
	let nodes = starts.get(key);
	if (nodes === undefined) {
		nodes = new Uint8Array(firstNode * nodeSize);
		const networks = client === undefined ? [] : trustedRanges(client.trusted).slice(0, maxNetworks);
		nodes[0] = {peer: 0, forwarded: 1, auto: 2}[client?.mode ?? 'peer'];
		nodes[1] = networks.length;
		for (const [index, {address, bits}] of networks.entries()) {
			const at = literalAt + index * networkSize;
			// Each half is a number in little-endian order.
			nodes.set(address.slice(0, 8).reverse(), at);
			nodes.set(address.slice(8).reverse(), at + 8);
			nodes[at + 16] = bits;
		}
		for (const steps of isPlain ? plainSteps : []) {
			nodes = withSteps(nodes, steps) ?? nodes;
		}
		starts.set(key, nodes);
	}
	return nodes;
}

/** Returns the nodes with a layout added; the same array if they have it, undefined if there are too many nodes. */
function withSteps(nodes: Uint8Array, longSteps: readonly Step[]): Uint8Array | undefined {
	const steps = longSteps.flatMap(shortSteps);
	const grown = new Uint8Array(nodes.length + steps.length * nodeSize);
	grown.set(nodes);
	const view = new DataView(grown.buffer);
	let size = nodes.length;
	let parent = 0;
	let link = nextLink;
	for (const step of steps) {
		if (step.kind === 'agents') {
			link = agentsLink;
			continue;
		}
		const node = nodeOf(step);
		let child = view.getUint16(parent + link, true) * nodeSize;
		while (child !== 0 && !isSame(grown, child, node)) {
			child = view.getUint16(child + otherLink, true) * nodeSize;
		}
		if (child === 0) {
			// The newest node comes first.
			child = size;
			size += nodeSize;
			grown.set(node, child);
			view.setUint16(child + otherLink, view.getUint16(parent + link, true), true);
			view.setUint16(parent + link, child / nodeSize, true);
		}
		parent = child;
		link = nextLink;
	}
	if (size === nodes.length) {
		return nodes;
	}
	return size > maxTree * nodeSize ? undefined : grown.subarray(0, size);
}

/** Divides a step whose literal text doesn't fit into a node. */
function shortSteps({literal, ...value}: Step): readonly Step[] {
	const texts = literal.match(new RegExp(`.{1,${maxLiteral}}`, 'gs')) ?? [''];
	const last = texts.length - 1;
	return texts.map((text, index) =>
		index === last ? {literal: text, ...value} : {literal: text, kind: 'nothing'},
	);
}

/** Checks that two nodes are equal, except for their links. */
function isSame(nodes: Uint8Array, at: number, node: Uint8Array): boolean {
	return node.every(
		(byte, index) =>
			(index >= otherLink && index < 8) || (index >> 1) * 2 === agentsLink || nodes[at + index] === byte,
	);
}

/** Docker's line: a line, the stream and the time. Other keys could have longer text. */
const dockerLine = /^(\{"log":").*(\\n","stream":"std(?:out|err)","time":")[\d:.TZ+-]+("\})$/;

function wrapperSteps(line: string): readonly Step[] | undefined {
	const [, begin = '', middle = '', literal = ''] = dockerLine.exec(line) ?? [];
	return begin === ''
		? undefined
		: [
				{literal: begin, kind: 'wrapped'},
				{literal: middle, kind: 'isoStamp'},
				{literal, kind: 'wrapperEnd'},
			];
}

/** A prefix: its values, and the text after the last one. */
type PrefixSteps = {readonly steps: readonly Step[]; readonly literal: string};

/** The parts of a prefix that differ between lines: times, and the number of a process. */
const prefixParts =
	/(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)|([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:[.,]\d+)?)|(?<=\w\[)\d+(?=\]: $)/g;

/**
 * Returns the layout of a prefix; undefined if it isn't of CRI or syslog. wrappers/prefixes.ts tries these first, so whether they
 * match doesn't depend on the rest of the line.
 */
function prefixSteps(prefix: string, taken: readonly WrapperInfo[]): PrefixSteps | undefined {
	const [only] = taken;
	if (taken.length > 1 || (only !== undefined && only.name !== 'cri' && only.name !== 'syslog')) {
		return undefined;
	}
	const steps: Step[] = [];
	let end = 0;
	for (const part of prefix.matchAll(prefixParts)) {
		const [value, iso, syslog] = part;
		const kind = iso === undefined ? (syslog === undefined ? 'number' : 'syslogStamp') : 'isoStamp';
		steps.push({literal: prefix.slice(end, part.index), kind});
		end = part.index + value.length;
	}
	return steps.length > 0 || prefix === '' ? {steps, literal: prefix.slice(end)} : undefined;
}

/**
 * Returns the layout of a line in a format that starts like the combined format, without a host before that. Undefined if other
 * lines with this layout might be read in another way, by the rules in formats/clf-family.ts, clf-tails.ts and clf-times.ts.
 */
function clfSteps(
	bytes: Buffer,
	start: number,
	end: number,
	{spans, skipped, durationMs}: EntryRecord,
	format: number,
): readonly Step[] | undefined {
	const name = familyNames.get(format);
	if (name === 'common') {
		return plainSteps[0];
	}
	const tailStart = afterQuotes(bytes, start, end);
	if (name === undefined || tailStart === -1 || skipped !== 0 || spans[spanOf.host + 1] !== 0) {
		return undefined;
	}
	if (tailStart === end) {
		return plainSteps[1];
	}
	const fields = [spanOf.durationMs, spanOf.forwardedFor, spanOf.upstream].filter(
		span => spans[span + 1] !== 0,
	);
	if (fields.some(span => (spans[span] ?? 0) < tailStart)) {
		return undefined;
	}
	const tail: Tail = {
		text: bytes.toString('latin1', tailStart, end),
		durationMs,
		found: new Map(fields.map(span => [(spans[span] ?? 0) - tailStart, span])),
	};
	const columns =
		name === 'ingress_nginx'
			? ingressSteps(tail)
			: name === 'traefik_clf'
				? traefikSteps(tail)
				: name === 'nginx_main'
					? mainSteps(tail)
					: name === 'timed' || name === 'combined'
						? columnSteps(tail, 0)
						: undefined;
	return columns && [...front, ...columns.slice(0, -1), {...(columns.at(-1) ?? atEnd), format}];
}

/** Returns the offset after the sixth quote, or -1 if the line has fewer, or backslashes. */
function afterQuotes(bytes: Buffer, start: number, end: number): number {
	let position = start;
	for (let quotes = 0; quotes < 6; quotes++) {
		position = bytes.indexOf(quote, position) + 1;
		if (position === 0 || position > end) {
			return -1;
		}
	}
	return bytes.subarray(start, end).includes(backslash) ? -1 : position;
}

/** The columns after the user agent. `found`: for each offset at which a reader has found a field, the index of its span. */
type Tail = {
	readonly text: string;
	readonly durationMs: number;
	readonly found: ReadonlyMap<number, number>;
};

/** `39 0.052 [shop-web-80] [] 10.0.50.80:8080`. The columns after that don't count. */
function ingressSteps({text}: Tail): readonly Step[] | undefined {
	const [, decimals] = /^ \d+ \d+(?:\.(\d+))? \[[^ \]]*\] \[[^ \]]*\] [\w.:-]+ [^:"]+$/.exec(text) ?? [];
	return decimals === undefined
		? undefined
		: [
				{literal: ' ', kind: 'number'},
				{literal: ' ', kind: 'scaled', parameter: decimals.length},
				{literal: ' [', kind: 'bracketed'},
				{literal: '] [', kind: 'bracketed'},
				{literal: '] ', kind: 'server'},
				{literal: '', kind: 'rest'},
				atEnd,
			];
}

/** `17 "shop@docker" "http://172.17.0.3:80" 12ms`. */
function traefikSteps({text}: Tail): readonly Step[] | undefined {
	return /^ \d+ "[^" ]*" "[^"]*" \d+ms$/.test(text)
		? [
				{literal: ' ', kind: 'number'},
				{literal: ' "', kind: 'quotedWord', parameter: noField},
				{literal: '" "', kind: 'quoted', parameter: upstreamField},
				{literal: '" ', kind: 'milliseconds'},
				{literal: 'ms', kind: 'end'},
			]
		: undefined;
}

/** `"203.0.113.7, 10.0.0.1"`, then columns. */
function mainSteps(tail: Tail): readonly Step[] | undefined {
	const [list] = /^ "[^"]*"(?= |$)/.exec(tail.text) ?? [];
	if (list === undefined || tail.found.get(2) === spanOf.upstream) {
		return undefined;
	}
	const [first, ...others] = columnSteps(tail, list.length) ?? [];
	return first && [{literal: ' "', kind: 'addresses'}, {...first, literal: `"${first.literal}`}, ...others];
}

/** A column: with or without a name, with or without quotes. */
const column = / (?:([A-Za-z_-]{1,20}=)?"([^"]*)"|([A-Za-z_-]{1,20}=)?([^ ",]+))(?= |$)/y;

type Column = {
	readonly name: string;
	readonly value: string;
	readonly isQuoted: boolean;
	readonly at: number;
};

function columnsOf(text: string, from: number): readonly Column[] | undefined {
	const columns: Column[] = [];
	column.lastIndex = from;
	while (column.lastIndex < text.length) {
		const found = column.exec(text);
		if (found === null || columns.length === maxColumns) {
			return undefined;
		}
		const [, quotedName, quotedValue, name = quotedName ?? '', value = quotedValue ?? ''] = found;
		const isQuoted = quotedValue !== undefined;
		const at = column.lastIndex - value.length - (isQuoted ? 1 : 0);
		columns.push({name, value, isQuoted, at});
	}
	return columns;
}

/** Maximum number of columns, less than in formats/clf-times.ts. */
const maxColumns = 20;

/** Returns the layout of columns that `readTimes` reads, from an offset in the text on. */
function columnSteps({text, durationMs, found}: Tail, from: number): readonly Step[] | undefined {
	const columns = columnsOf(text, from);
	if (columns === undefined || (from === 0 && !isTimed(columns))) {
		return undefined;
	}
	const duration = columns.find(({at}) => found.get(at) === spanOf.durationMs);
	const context: Context = {
		found,
		isLone: columns.length === 1,
		hasList: from > 0,
		duration,
		isInSeconds: duration?.name === '' && durationMs === Number(duration.value.replace('.', '')),
	};
	if ([...found.keys()].filter(at => at >= from).length !== columns.filter(({at}) => found.has(at)).length) {
		return undefined;
	}
	const steps: Step[] = [];
	let literal = '';
	for (const one of columns) {
		const {name, value, isQuoted} = one;
		literal += ` ${name}${isQuoted ? '"' : ''}`;
		if (one.name === '' && value === '-' && !isQuoted) {
			literal += value;
			continue;
		}
		const step = name === '' ? unnamedStep(one, context) : namedStep(one, context);
		if (
			step === undefined ||
			steps.some(({kind, parameter}) => isText(step) && kind === step.kind && parameter === step.parameter)
		) {
			return undefined;
		}
		steps.push({literal, ...step});
		literal = isQuoted ? '"' : '';
	}
	return [...steps, {literal, kind: 'end'}];
}

type Context = {
	readonly found: ReadonlyMap<number, number>;
	/** True if there is only one column. */
	readonly isLone: boolean;
	/** True if the forwarded addresses precede the columns. */
	readonly hasList: boolean;
	/** The column with the duration. */
	readonly duration: Column | undefined;
	/** True if this column has no name, and three decimals. */
	readonly isInSeconds: boolean;
};

/** Checks that the columns, with any values, can't be in the formats before `timed` in formats/clf-tails.ts. */
function isTimed([first, second]: readonly Column[]): boolean {
	if (first === undefined || (first.isQuoted && first.name === '')) {
		return false;
	}
	const isNumber = first.name === '' && decimalsOf(first.value) === 0;
	return !isNumber || second?.isQuoted !== true;
}

/** Returns the number of decimals, or -1 if a value isn't a number. */
function decimalsOf(value: string): number {
	const [number, decimals = ''] = /^\d+(?:\.(\d+))?$/.exec(value) ?? [];
	return number === undefined ? -1 : decimals.length;
}

function namedStep(
	{name, value, isQuoted, at}: Column,
	{found, hasList, duration}: Context,
): Value | undefined {
	const field = namedColumn(name.slice(0, -1));
	const decimals = decimalsOf(value);
	if (field === 'time') {
		if (duration?.at === at) {
			return decimals > 0 ? {kind: 'scaled', parameter: decimals} : undefined;
		}
		// The first duration with a name counts.
		return duration !== undefined && duration.name !== '' && duration.at < at
			? skippedText(isQuoted)
			: undefined;
	}
	if (field === undefined) {
		return skippedText(isQuoted);
	}
	if (!found.has(at) && value !== '-' && value !== '') {
		return undefined;
	}
	if (field === 'upstream') {
		return {kind: isQuoted ? 'quoted' : 'bare', parameter: upstreamField};
	}
	return isQuoted && !hasList ? {kind: 'addresses'} : undefined;
}

function skippedText(isQuoted: boolean): Value {
	return {kind: isQuoted ? 'quoted' : 'bare', parameter: noField};
}

function unnamedStep(one: Column, {isLone, duration, isInSeconds}: Context): Value | undefined {
	const {value, isQuoted} = one;
	const decimals = decimalsOf(value);
	const isDuration = one === duration;
	if (isQuoted) {
		return skippedText(isQuoted);
	}
	if (decimals === -1) {
		return /^(?=.*[A-Za-z])[\w-]*[^\Ws]$/.test(value) ? {kind: 'id'} : undefined;
	}
	if (decimals === 3) {
		const isOther = duration !== undefined && duration.name !== '';
		return isInSeconds ? {kind: 'seconds'} : isOther ? {kind: 'number', parameter: decimals} : undefined;
	}
	if (isDuration) {
		const lone = decimals === 0 ? ({kind: 'lone'} as const) : undefined;
		return isLone ? (decimals === 6 ? {kind: 'scaled', parameter: decimals} : lone) : undefined;
	}
	if (isLone && decimals === 0) {
		return value.length <= 3 ? {kind: 'small'} : undefined;
	}
	return isLone && decimals === 6 ? undefined : {kind: 'number', parameter: decimals};
}

/** Checks for a value that becomes a text field. */
function isText({kind, parameter}: Value): boolean {
	return kind === 'addresses' || parameter === upstreamField;
}
