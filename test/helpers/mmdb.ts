import {parseAddressRange} from '../../source/entries/values/address-range.js';

/** A value of a database: a number is an unsigned integer of 32 bits. */
export type MmdbData = string | number | boolean | readonly MmdbData[] | {readonly [key: string]: MmdbData};

/** Describes a database: its format and its metadata. */
export type MmdbKind = {
	readonly type: string;
	/** By default 6. */
	readonly ipVersion?: 4 | 6;
	/** Size of a record of the tree, in bits. By default 28. */
	readonly recordSize?: 24 | 28 | 32;
	/** In seconds since 1970. */
	readonly built?: number;
};

/** A node of the tree, the index of a value, or null for an unknown address. */
type Branch = TreeNode | number | null;
type TreeNode = [left: Branch, right: Branch];

/** Number of bits before an IPv4 address in the tree of IPv6. */
const bitsBeforeIpv4 = 96;

/**
 * Returns a database in the MaxMind DB format, https://maxmind.github.io/MaxMind-DB/. A longer network takes its addresses from a
 * shorter one. Equal strings and the same objects are stored once, as pointers, like in the databases that are distributed.
 * @param networks - each with its value
 */
export function mmdb(
	networks: ReadonlyArray<readonly [network: string, data: MmdbData]>,
	{type, ipVersion = 6, recordSize = 28, built = 1_790_000_000}: MmdbKind,
): Buffer {
	const root: TreeNode = [null, null];
	const values = new Data();
	const offsets = networks.map(([, data]) => values.add(data));
	const ranges = networks.map(([network], index) => {
		const range = parseAddressRange(network);
		if (range === null) {
			throw new Error(`${network} is no network`);
		}
		return {...range, index};
	});
	for (const {address, bits, index} of ranges.sort((a, b) => a.bits - b.bits)) {
		const isIpv4 = isIpv4Network(address, bits);
		const path = [
			...(isIpv4 && ipVersion === 6 ? Array.from({length: bitsBeforeIpv4}, () => 0) : []),
			...bitsOf(address).slice(isIpv4 ? bitsBeforeIpv4 : 0, bits),
		];
		put(root, path, index);
	}
	const nodes = numbered(root);
	const tree = Buffer.concat(
		Array.from(nodes.keys(), node => {
			const [left = 0, right = 0] = node.map(branch =>
				branch === null
					? nodes.size
					: typeof branch === 'number'
						? nodes.size + 16 + (offsets[branch] ?? 0)
						: (nodes.get(branch) ?? 0),
			);
			return nodeBytes(left, right, recordSize);
		}),
	);
	const metadata = new Data();
	metadata.add({
		binary_format_major_version: 2,
		binary_format_minor_version: 0,
		build_epoch: built,
		database_type: type,
		description: {en: type},
		ip_version: ipVersion,
		languages: ['en'],
		node_count: nodes.size,
		record_size: recordSize,
	});
	return Buffer.concat([
		tree,
		Buffer.alloc(16),
		values.bytes,
		Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
		metadata.bytes,
	]);
}

function isIpv4Network(address: Uint8Array, bits: number): boolean {
	return bits >= bitsBeforeIpv4 && address[10] === 255 && address.subarray(0, 10).every(byte => byte === 0);
}

function bitsOf(address: Uint8Array): readonly number[] {
	return Array.from(address).flatMap(byte => Array.from({length: 8}, (_, bit) => (byte >> (7 - bit)) & 1));
}

function put(root: TreeNode, path: readonly number[], index: number): void {
	let node = root;
	for (const [depth, side] of path.entries()) {
		const branch = node[side as 0 | 1];
		if (depth === path.length - 1) {
			node[side as 0 | 1] = index;
		} else if (branch === null || typeof branch === 'number') {
			const next: TreeNode = [branch, branch];
			node[side as 0 | 1] = next;
			node = next;
		} else {
			node = branch;
		}
	}
}

function numbered(root: TreeNode): ReadonlyMap<TreeNode, number> {
	const nodes = new Map<TreeNode, number>([[root, 0]]);
	for (const node of nodes.keys()) {
		for (const branch of node) {
			if (branch !== null && typeof branch !== 'number') {
				nodes.set(branch, nodes.size);
			}
		}
	}
	return nodes;
}

function nodeBytes(left: number, right: number, recordSize: 24 | 28 | 32): Buffer {
	const bytes = Buffer.alloc(recordSize / 4);
	if (recordSize === 32) {
		bytes.writeUInt32BE(left);
		bytes.writeUInt32BE(right, 4);
		return bytes;
	}
	bytes.writeUIntBE(left & 0xff_ffff, 0, 3);
	bytes.writeUIntBE(right & 0xff_ffff, bytes.length - 3, 3);
	if (recordSize === 28) {
		bytes[3] = ((left >>> 24) << 4) | (right >>> 24);
	}
	return bytes;
}

/** The numbers of the types in the format. */
const types = {pointer: 1, string: 2, uint32: 6, map: 7, array: 11, boolean: 14} as const;

/** A data section. */
class Data {
	readonly #parts: Buffer[] = [];
	readonly #offsets = new Map<MmdbData, number>();
	#length = 0;

	get bytes(): Buffer {
		return Buffer.concat(this.#parts);
	}

	/** Adds a value, or a pointer if it is known. Returns its offset. */
	add(data: MmdbData): number {
		const known = typeof data === 'string' || typeof data === 'object' ? this.#offsets.get(data) : undefined;
		const offset = this.#length;
		if (known !== undefined) {
			// Pointer of size 3: the offset follows in four bytes.
			this.#push([(types.pointer << 5) | (3 << 3), ...fourBytes(known)]);
		} else if (typeof data === 'string') {
			const bytes = Buffer.from(data);
			this.#head(types.string, bytes.length);
			this.#push(bytes);
		} else if (typeof data === 'number') {
			this.#head(types.uint32, 4);
			this.#push(fourBytes(data));
		} else if (typeof data === 'boolean') {
			this.#head(types.boolean, data ? 1 : 0);
		} else if (isList(data)) {
			this.#head(types.array, data.length);
			for (const element of data) {
				this.add(element);
			}
		} else {
			const entries = Object.entries(data);
			this.#head(types.map, entries.length);
			for (const [key, value] of entries) {
				this.add(key);
				this.add(value);
			}
		}
		if (known === undefined) {
			this.#offsets.set(data, offset);
		}
		return offset;
	}

	#head(type: number, size: number): void {
		const isExtended = type > 7;
		const [first, ...more] =
			size < 29 ? [size] : size < 285 ? [29, size - 29] : [30, (size - 285) >>> 8, (size - 285) & 255];
		this.#push([((isExtended ? 0 : type) << 5) | (first ?? 0), ...(isExtended ? [type - 7] : []), ...more]);
	}

	#push(bytes: Iterable<number>): void {
		const part = Buffer.from(Array.from(bytes));
		this.#parts.push(part);
		this.#length += part.length;
	}
}

function isList(data: MmdbData): data is readonly MmdbData[] {
	return Array.isArray(data);
}

function fourBytes(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
}
