import {parseAddress} from '../query/address-range.js';
import {isBotAgent} from '../query/is-bot-agent.js';
import {oddParameter, oddStatus} from '../routes/oddity.js';
import type {Route} from '../routes/route.js';
import {routeOf} from '../routes/route-of.js';

/** So many values are remembered: most requests have few addresses and agents, and many URLs come again. */
const mostRemembered = 20_000;

/** Longer texts come once, mostly. */
const longestRemembered = 500;

/** A function that remembers what it gave. */
const remembering = <Value>(make: (text: string) => Value): ((text: string) => Value) => {
	const known = new Map<string, Value>();
	return text => {
		const value = known.get(text);
		if (value !== undefined) {
			return value;
		}
		const made = make(text);
		if (text.length <= longestRemembered) {
			if (known.size >= mostRemembered) {
				known.clear();
			}
			known.set(text, made);
		}
		return made;
	};
};

/** The shape of a URL, and what is odd about its parameters. */
type UrlValues = {readonly route: Buffer; readonly expects: Route['expects']; readonly oddity: string | null};

/** What is made of the texts of a request, for it to be searched by. */
export class DerivedValues {
	/** The 16 bytes of an address, IPv4 in its mapped form; null for what is none. */
	readonly address = remembering(parseAddress);
	/** Whether it is the agent of a program rather than of a browser. */
	readonly isBot = remembering(isBotAgent);
	readonly #ofUrl = remembering((url: string): UrlValues => {
		const {route, expects} = routeOf(url);
		const oddity = expects === null ? null : oddParameter(expects, url);
		return {route: Buffer.from(route), expects, oddity};
	});

	/** The shape of a URL. */
	route(url: string): Buffer {
		return this.#ofUrl(url).route;
	}

	/** What is odd about a request, going by what is expected of its URL; null when nothing is. */
	oddity(url: string, status: number | null): string | null {
		const {expects, oddity} = this.#ofUrl(url);
		return expects === null ? null : (oddity ?? oddStatus(expects, status));
	}
}
