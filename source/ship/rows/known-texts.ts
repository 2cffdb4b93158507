import {parseAddress} from '../../query/address-range.js';
import {isBotAgent} from '../../query/is-bot-agent.js';
import {oddParameter, oddStatus} from '../../routes/oddity.js';
import type {Route} from '../../routes/route.js';
import {routeOf} from '../../routes/route-of.js';
import {TextMap, type ViewedBytes, viewed} from './text-map.js';

/** The columns whose texts come again and again. */
export const knownColumns = [
	...(['source', 'method', 'protocol', 'agent', 'user', 'host', 'upstream', 'route', 'oddity'] as const),
	...(['format', 'path'] as const),
] as const;

export type KnownColumn = (typeof knownColumns)[number];

/** So many bytes of texts are known before it is begun anew. */
const mostBytes = 16 << 20;

/** So many addresses, and so many paths of URLs. */
const mostDerived = 1 << 16;

const questionMark = 63;

/** What is made of the texts of requests for them to be searched by; most come again, in other logs too. */
export class KnownTexts {
	readonly columns: Readonly<Record<KnownColumn, TextMap>>;
	#addresses = new TextMap();
	/** 16 bytes each, or null for what is no address. */
	#addressValues: Array<Uint8Array | null> = [];
	#paths = new TextMap();
	#routes: Array<{readonly number: number; readonly expects: Route['expects']}> = [];
	/** By the numbers of agents. */
	readonly #bots: boolean[] = [];

	constructor() {
		const maps = knownColumns.map(column => [column, new TextMap()]);
		this.columns = Object.fromEntries(maps) as Record<KnownColumn, TextMap>;
	}

	get isTooMuch(): boolean {
		return Object.values(this.columns).reduce((sum, {size}) => sum + size, 0) > mostBytes;
	}

	/** The 16 bytes of an address, IPv4 in its mapped form; null for what is none. */
	address(bytes: ViewedBytes, start: number, end: number): Uint8Array | null {
		const {count} = this.#addresses;
		const number = this.#addresses.numberOf(bytes, start, end);
		if (number < count) {
			return this.#addressValues[number] ?? null;
		}
		const value = parseAddress(bytes.bytes.toString('utf8', start, end));
		this.#addressValues.push(value);
		if (count >= mostDerived) {
			this.#addresses = new TextMap();
			this.#addressValues = [];
		}
		return value;
	}

	/** The number of the shape of a URL among those of its column, and what is expected of requests for it. */
	route(
		bytes: ViewedBytes,
		start: number,
		end: number,
	): {readonly number: number; readonly expects: Route['expects']} {
		let pathEnd = start;
		// What stands after it doesn't decide.
		while (pathEnd < end && bytes.bytes[pathEnd] !== questionMark) {
			pathEnd++;
		}
		const {count} = this.#paths;
		const number = this.#paths.numberOf(bytes, start, pathEnd);
		const known = number < count ? this.#routes[number] : undefined;
		if (known !== undefined) {
			return known;
		}
		const {route, expects} = routeOf(bytes.bytes.toString('utf8', start, pathEnd));
		const shape = viewed(Buffer.from(route));
		const made = {number: this.columns.route.numberOf(shape, 0, shape.bytes.length), expects};
		this.#routes.push(made);
		if (count >= mostDerived) {
			this.#paths = new TextMap();
			this.#routes = [];
		}
		return made;
	}

	/** Whether an agent, by its number, is that of a program rather than of a browser. */
	isBot(number: number): boolean {
		this.#bots[number] ??= isBotAgent(this.columns.agent.text(number).toString());
		return this.#bots[number] ?? false;
	}
}

/** What is odd about a request, going by what is expected; null when nothing is. */
export const oddityOf = (expects: Route['expects'], url: string, status: number | null): string | null =>
	expects === null ? null : (oddParameter(expects, url) ?? oddStatus(expects, status));
