import {backslash, hash, questionMark} from '../../ascii.js';
import {decodeTextAt, type Escapes} from '../../entries/values/decode-text.js';
import {shortAddress} from '../../entries/values/network.js';
import type {TextField} from '../../fields/fields.js';
import {Dictionary} from '../../index/dictionary.js';
import {batchRows} from '../../wasm/batch.js';
import type {Exports} from '../../wasm/instance.js';
import type {Kernel} from '../../wasm/kernel.js';
import {TextSpan} from '../../wasm/text-span.js';
import {introducers} from './introducers.js';

/** Strings that derive from the string of a field: none, one, or several. */
export type Derivation = {
	/** The field. */
	readonly of: TextField;
	/** Calls `add` with the strings that derive from a string. */
	derive(text: TextSpan, escapes: Escapes, add: (derived: string) => void): void;
	/**
	 * Does the same for the next strings in WebAssembly, in 10 % of the time. Returns the first id that hasn't been examined: see
	 * `wasm/assembly/derived.ts`.
	 */
	find?(exports: Exports, table: number, first: number, end: number, introducer: number): number;
};

/** The network of an address: /24 for IPv4, /48 for IPv6. */
const network: Derivation = {
	of: 'ip',
	find: (exports, table, first, end) => exports.findNetworks(table, first, end),
	derive({bytes, start, end}, _, add) {
		const known = shortAddress(bytes.toString('latin1', start, end));
		if (known !== null) {
			add(known);
		}
	},
};

/** The host of a referer, in lower case and without its port. */
const refererHost: Derivation = {
	of: 'referer',
	derive({bytes, start, end}, escapes, add) {
		const host = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:]+)/i.exec(
			decodeTextAt(bytes, start, end, escapes),
		)?.[1];
		if (host !== undefined) {
			add(host.toLowerCase());
		}
	},
};

/** The parameters of a URL, as logged: `name=value`. */
const param: Derivation = {
	of: 'url',
	find: (exports, table, first, end, introducer) =>
		exports.findParameters(table, first, end, introducer, maxDerived, maxLength),
	derive({bytes, start, end}, escapes, add) {
		if (!mayHaveQuery(bytes, start, end)) {
			return;
		}
		const [url = ''] = decodeTextAt(bytes, start, end, escapes).split('#', 1);
		const mark = url.indexOf('?');
		for (const part of mark === -1 ? [] : url.slice(mark + 1).split('&')) {
			if (part !== '') {
				add(part);
			}
		}
	},
};

/** Checks for a question mark, also an escaped one. A loop, because the bytes beyond may be gigabytes. */
function mayHaveQuery(bytes: Uint8Array, start: number, end: number): boolean {
	for (let index = start; index < end; index++) {
		const byte = bytes[index];
		// HAProxy writes escapes with a #.
		if (byte === questionMark || byte === backslash || byte === hash) {
			return true;
		}
	}
	return false;
}

/** The first one and the first two segments of the shape of a URL, unless one is a parameter: `/blog/*`. */
const path: Derivation = {
	of: 'url',
	find: (exports, table, first, end) => exports.findPaths(table, first, end, maxLength),
	derive({bytes, start, end}, _, add) {
		const shape = bytes.toString('utf8', start, end);
		for (const pattern of [/^\/[^/{}]+\//, /^\/[^/{}]+\/[^/{}]+\//]) {
			const found = pattern.exec(shape)?.[0];
			if (found !== undefined && Buffer.byteLength(found) < maxLength) {
				add(`${found}*`);
			}
		}
	},
};

/** The derivations, by field. */
export const derivations = {network, refererHost, param, path} as const;

/** Maximum number of strings that derive from one string (the first ones), and their maximum length in UTF-16 units. */
const maxDerived = 8;
const maxLength = 255;

/** Number of derived strings that are looked up together. */
const together = 512;

const buffer = Buffer.alloc(together * maxLength * 3);
const spans = {starts: new Uint32Array(together), ends: new Uint32Array(together)};
const ids = new Uint32Array(together);
const foundIds = new Uint32Array(batchRows);
const owners = new Uint32Array(together);
const layersOf = new Uint8Array(together);
const span = new TextSpan();

const known = new WeakMap<Dictionary, Map<Derivation, DerivedTexts>>();

/** For one kind of escapes: the number of strings that have been examined, and the derived strings of each. */
type Derived = {
	examined: number;
	/** By number of the string: the number of the first derived string, then of the second, …; 0 for none. */
	layers: Uint32Array[];
};

/** Strings that derive from the strings of a dictionary. They are kept as long as the dictionary. */
export class DerivedTexts {
	/** The derived strings. */
	readonly texts: Dictionary;
	readonly #base: Dictionary;
	readonly #derivation: Derivation;
	readonly #derived = new Map<Escapes, Derived>();
	#pending = 0;
	#used = 0;

	private constructor(base: Dictionary, derivation: Derivation, kernel?: Kernel) {
		this.texts = new Dictionary(kernel);
		this.#base = base;
		this.#derivation = derivation;
	}

	/** Returns the strings that derive from the strings of a dictionary. */
	static of(base: Dictionary, derivation: Derivation): DerivedTexts {
		const ofBase = known.get(base) ?? new Map<Derivation, DerivedTexts>();
		known.set(base, ofBase);
		const [other] = ofBase.values();
		const found = ofBase.get(derivation) ?? new DerivedTexts(base, derivation, other?.texts.kernel);
		ofBase.set(derivation, found);
		return found;
	}

	/**
	 * Examines strings that haven't been examined, for logs with these escapes, until all have been or `isOver` returns true. Returns
	 * whether all have been.
	 */
	examine(escapes: Escapes, isOver: () => boolean): boolean {
		const base = this.#base;
		if (base.isReleased) {
			return true;
		}
		const derived = this.#derived.get(escapes) ?? {examined: 0, layers: [new Uint32Array(1)]};
		this.#derived.set(escapes, derived);
		const {size} = base;
		derived.layers = derived.layers.map(layer => widened(layer, size));
		for (let steps = 1; derived.examined < size; steps++) {
			const areMany = this.#find(derived, size, escapes);
			if (!areMany) {
				const id = ++derived.examined;
				base.locate(id, span);
				this.#derive(derived, id, escapes);
			}
			if ((areMany || steps % 64 === 0) && isOver()) {
				this.#flush(derived);
				return false;
			}
		}
		this.#flush(derived);
		return true;
	}

	/** Returns the derived strings of each examined string: see `Derived`. Valid until the next call of `examine`. */
	layers(escapes: Escapes): readonly Uint32Array[] {
		return this.#derived.get(escapes)?.layers ?? [];
	}

	/** Adds the strings that derive from the next strings. Returns false if the next string must be examined separately. */
	#find(derived: Derived, size: number, escapes: Escapes): boolean {
		const {kernel, table} = this.#base;
		const {exports, batch} = kernel;
		const first = derived.examined + 1;
		const end = this.#derivation.find?.(exports, table, first, size + 1, introducers[escapes]) ?? first;
		if (end === first) {
			return false;
		}
		// Numbers follow the order of the strings.
		this.#flush(derived);
		const {input, textStarts: starts, textEnds: ends, ids: bases} = batch.columns;
		const count = exports.derivedTexts.value;
		this.texts.internAll(input, {starts, ends}, 0, count, foundIds);
		for (let index = 0, layer = 0; index < count; index++) {
			const id = bases[index] ?? 0;
			layer = index > 0 && bases[index - 1] === id ? layer + 1 : 0;
			layerOf(derived, layer)[id] = foundIds[index] ?? 0;
		}
		derived.examined = end - 1;
		return true;
	}

	/** Adds the strings that derive from the located string. */
	#derive(derived: Derived, id: number, escapes: Escapes): void {
		// A URL may repeat a parameter.
		const added: string[] = [];
		this.#derivation.derive(span, escapes, text => {
			if (added.length < maxDerived && text.length <= maxLength && !added.includes(text)) {
				this.#add(derived, id, added.push(text) - 1, text);
			}
		});
	}

	#add(derived: Derived, id: number, layer: number, text: string): void {
		const at = this.#pending++;
		owners[at] = id;
		layersOf[at] = layer;
		spans.starts[at] = this.#used;
		this.#used += buffer.write(text, this.#used);
		spans.ends[at] = this.#used;
		if (this.#pending === together) {
			this.#flush(derived);
		}
	}

	#flush(derived: Derived): void {
		this.texts.internAll(buffer, spans, 0, this.#pending, ids);
		for (let index = 0; index < this.#pending; index++) {
			const [owner, layer, id] = [owners[index] ?? 0, layersOf[index] ?? 0, ids[index] ?? 0];
			layerOf(derived, layer)[owner] = id;
		}
		this.#pending = 0;
		this.#used = 0;
	}
}

/** Returns a layer. Adds missing layers. */
function layerOf({layers}: Derived, layer: number): Uint32Array {
	while (layers.length <= layer) {
		layers.push(new Uint32Array(layers[0]?.length ?? 0));
	}
	return layers[layer] as Uint32Array;
}

function widened(layer: Uint32Array, last: number): Uint32Array {
	if (layer.length > last) {
		return layer;
	}
	const wider = new Uint32Array(Math.max(last + 1, Math.floor(layer.length * 1.5)));
	wider.set(layer);
	return wider;
}
