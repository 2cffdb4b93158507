import {questionMark} from '../../ascii.js';
import {parseAddress} from '../../entries/values/address-range.js';
import {isBotAgent} from '../../query/bots/is-bot-agent.js';
import {oddParameter, oddStatus} from '../../routes/oddity.js';
import type {Expected} from '../../routes/route.js';
import {routeOf} from '../../routes/route-of.js';
import {TextMap} from './text-map.js';
import {type ViewedBytes, viewed} from './viewed-bytes.js';

/** The columns whose texts come again and again. */
export const knownColumns = [
	...(['source', 'method', 'protocol', 'agent', 'user', 'host', 'upstream', 'route', 'oddity'] as const),
	...(['format', 'path'] as const),
] as const;

/** One of them. */
export type KnownColumn = (typeof knownColumns)[number];

/** So many bytes of texts are known before it is begun anew. */
const mostBytes = 16 << 20;

/** So many addresses, and so many paths of URLs. */
const mostDerived = 1 << 16;

/** The shape of a URL: its number in its column, and that of what is expected of requests for it; 0 for nothing. */
export type KnownRoute = {readonly number: number; readonly expected: number};

/** What is made of the texts of requests for them to be searched by; most come again, in other logs too. */
export class KnownTexts {
	readonly columns: Readonly<Record<KnownColumn, TextMap>>;
	#addresses = new TextMap();
	/** Of each address its bytes, as four words. */
	readonly addressWords = new Int32Array((mostDerived + 2) * 4);
	readonly #isAddress = new Uint8Array(mostDerived + 2);
	#paths = new TextMap();
	#routes: KnownRoute[] = [];
	/** Whether there was a `?` in the URL that was looked up last. */
	hasQuery = false;
	readonly #oddities = new Map<string, number>();
	/** What is expected, by the numbers given to it, from 1 on. */
	readonly #expected: Array<Expected | null> = [null];
	/** Of each, by statuses, the number of what is odd about them. */
	readonly #oddStatuses: Array<Map<number | null, number>> = [];
	/** By the numbers of agents. */
	readonly #bots: boolean[] = [];

	constructor() {
		const maps = knownColumns.map(column => [column, new TextMap()]);
		this.columns = Object.fromEntries(maps) as Record<KnownColumn, TextMap>;
	}

	/** True when it should be begun anew: the texts take more than `mostBytes`. */
	get isTooMuch(): boolean {
		return Object.values(this.columns).reduce((sum, {size}) => sum + size, 0) > mostBytes;
	}

	/** The number of an address among `addressWords`, IPv4 in its mapped form; -1 for what is none. */
	address(bytes: ViewedBytes, start: number, end: number): number {
		if (this.#addresses.count > mostDerived) {
			this.#addresses = new TextMap();
			this.#isAddress.fill(0);
		}
		const known = this.#addresses.count;
		const number = this.#addresses.numberOf(bytes, start, end);
		if (number === known) {
			const words = addressWords(bytes.bytes.toString('utf8', start, end));
			this.#isAddress[number] = words === null ? 0 : 1;
			if (words !== null) {
				this.addressWords.set(words, number * 4);
			}
		}
		return this.#isAddress[number] === 1 ? number : -1;
	}

	/** Whether requests of which something is expected may have parameters that matter. */
	hasParameters(expected: number): boolean {
		return (this.#expected[expected]?.integerParameters.length ?? 0) > 0;
	}

	/** The number of what is odd about a request, going by what is expected of its shape; -1 for nothing. */
	oddRequest(expected: number, status: number | null, url: string): number {
		const expects = this.#expected[expected] ?? null;
		const odd = expects && oddParameter(expects, url);
		return odd === null ? this.oddStatus(expected, status) : this.#oddity(odd);
	}

	/** The same of one without parameters. */
	oddStatus(expected: number, status: number | null): number {
		this.#oddStatuses[expected] ??= new Map();
		const known = this.#oddStatuses[expected];
		let number = known.get(status);
		if (number === undefined) {
			const expects = this.#expected[expected] ?? null;
			const odd = expects && oddStatus(expects, status);
			number = odd === null ? -1 : this.#oddity(odd);
			known.set(status, number);
		}
		return number;
	}

	/** The shape of a URL; then it is known whether it `hasQuery`. */
	route(bytes: ViewedBytes, start: number, end: number): KnownRoute {
		let pathEnd = start;
		// What stands after it doesn't decide.
		while (pathEnd < end && bytes.bytes[pathEnd] !== questionMark) {
			pathEnd++;
		}
		this.hasQuery = pathEnd < end;
		if (this.#paths.count > mostDerived) {
			this.#paths = new TextMap();
			this.#routes = [];
		}
		const number = this.#paths.numberOf(bytes, start, pathEnd);
		const known = this.#routes[number];
		if (known !== undefined) {
			return known;
		}
		const made = this.routeOf(bytes.bytes.toString('utf8', start, pathEnd));
		this.#routes[number] = made;
		return made;
	}

	/** The shape of the URLs with a path. */
	routeOf(path: string): KnownRoute {
		const {route, expects} = routeOf(path);
		const shape = viewed(Buffer.from(route));
		return {
			number: this.columns.route.numberOf(shape, 0, shape.bytes.length),
			expected: expects === null ? 0 : this.#expectedNumber(expects),
		};
	}

	/** Whether an agent, by its number, is that of a program rather than of a browser. */
	isBot(number: number): boolean {
		this.#bots[number] ??= isBotAgent(this.columns.agent.text(number).toString());
		return this.#bots[number] ?? false;
	}

	#expectedNumber(expects: Expected): number {
		const known = this.#expected.indexOf(expects);
		return known === -1 ? this.#expected.push(expects) - 1 : known;
	}

	#oddity(text: string): number {
		let number = this.#oddities.get(text);
		if (number === undefined) {
			const bytes = viewed(Buffer.from(text));
			number = this.columns.oddity.numberOf(bytes, 0, bytes.bytes.length);
			this.#oddities.set(text, number);
		}
		return number;
	}
}

/** The bytes of an address as four words, IPv4 in its mapped form; null for what is none. */
const addressWords = (text: string): Int32Array | null => {
	const value = parseAddress(text);
	return value && new Int32Array(Uint8Array.from(value).buffer);
};
