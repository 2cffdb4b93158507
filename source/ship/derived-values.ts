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

const routeBytes = remembering(route => Buffer.from(route));

const urlValues = (url: string): UrlValues => {
	const {route, expects} = routeOf(url);
	const oddity = expects === null ? null : oddParameter(expects, url);
	return {route: routeBytes(route), expects, oddity};
};

/** What is made of the texts of a request, for it to be searched by. */
export class DerivedValues {
	/** The 16 bytes of an address, IPv4 in its mapped form; null for what is none. */
	readonly address = remembering(parseAddress);
	/** Whether it is the agent of a program rather than of a browser. */
	readonly isBot = remembering(isBotAgent);
	readonly #ofUrl = remembering(urlValues);

	/** The shape of a URL, and what is odd about a request for it, going by what is expected; null when nothing is. */
	ofUrl(url: string, status: number | null): {readonly route: Buffer; readonly oddity: string | null} {
		// With a query most come once.
		const {route, expects, oddity} = url.includes('?') ? urlValues(url) : this.#ofUrl(url);
		return {route, oddity: expects === null ? null : (oddity ?? oddStatus(expects, status))};
	}
}
