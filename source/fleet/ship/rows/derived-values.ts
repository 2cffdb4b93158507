import {addressText, parseAddress} from '../../../entries/values/address-range.js';
import {isBotAgent} from '../../../query/bots/client-class.js';
import {KnownRoutes} from '../../../routes/known-routes.js';
import type {Expected} from '../../../routes/route.js';
import {type ByteText, byteText, textOf} from './byte-text.js';

/** Maximum number of strings in a cache. */
const maxCached = 1 << 16;

/** Caches values derived from strings, because most strings repeat. It starts over when it is full. */
export class TextCache<Value> {
	readonly #derive: (text: string) => Value;
	readonly #values = new Map<ByteText, Value>();

	constructor(derive: (text: string) => Value) {
		this.#derive = derive;
	}

	get(bytes: ByteText): Value {
		const known = this.#values.get(bytes);
		if (known !== undefined) {
			return known;
		}
		if (this.#values.size === maxCached) {
			this.#values.clear();
		}
		const value = this.#derive(textOf(bytes));
		this.#values.set(bytes, value);
		return value;
	}
}

/** The values of a row that derive from the strings of its line. All logs share the caches. */
export class DerivedValues {
	/** An address in the spelling of IPv6, with IPv4 in its mapped form; null for an invalid address. */
	readonly addresses = new TextCache(text => {
		const address = parseAddress(text);
		return address === null ? null : addressText(address);
	});
	/** True if an agent is a program rather than a browser. */
	readonly bots = new TextCache(isBotAgent);
	/** The shape of the path of a URL, and the expected status of its requests. */
	readonly routes: TextCache<{readonly route: ByteText; readonly expects: Expected | null}>;

	constructor(known = new KnownRoutes()) {
		this.routes = new TextCache(path => {
			const {route, expects} = known.of(path);
			return {route: byteText(route), expects};
		});
	}
}
