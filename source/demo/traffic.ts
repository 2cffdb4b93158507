import {combinedLine, duration, type Exchange, errorPageBytes} from './answer.js';
import {browser, type Client, crawlers, scanner} from './clients.js';
import {adminVisit, crawlerVisit} from './other-visits.js';
import {popularity, type Random, seededRandom} from './random.js';
import {shopVisit} from './shop-visit.js';
import {exchange, type Step, type Visit} from './visit.js';

const probes = [
	'/wp-login.php',
	'/.env',
	'/admin/config.php',
	'/backup.zip',
	'/.git/config',
	'/phpinfo.php',
	'/admin/upload.php',
];

/** A program that tries doors: what isn't there, one after the other, and the admin's sign-in. */
function* scannerVisit(random: Random): Generator<Step, void> {
	for (const url of probes) {
		if (random.chance(0.6)) {
			const method = random.chance(0.2) ? 'HEAD' : 'GET';
			const bytes = method === 'HEAD' ? 0 : errorPageBytes.notFound;
			yield {after: random.between(60, 500), exchange: exchange(url, {method, status: 404, bytes})};
		}
	}
	for (let left = random.between(0, 5); left > 0; left--) {
		yield {
			after: random.between(150, 900),
			exchange: exchange('/admin/login.php', {method: 'POST', status: 403, bytes: errorPageBytes.forbidden}),
		};
	}
}

/**
 * A line of an access log in nginx's format `combined` with `$request_time` at the end, without a line end, and when it
 * was written (ms since 1970).
 */
export type LogLine = {readonly time: number; readonly line: string};

/** What the traffic is made from. */
type TrafficOptions = {
	/** The same seed, start and rate give the same lines. */
	readonly seed: number;
	/** When the first visit may begin, milliseconds since 1970. */
	readonly start: number;
	/** About how many requests a second there shall be at a time (ms since 1970). More than 0. */
	readonly perSecond: (time: number) => number;
};

/** A visit that goes on, and its next request. */
type Pending = {readonly time: number; readonly visit: Visit; readonly exchange: Exchange};

/** How many requests a visit has on average; measured, and held by a test of the rate. */
const requestsPerVisit = 6.1;

const staffSize = 4;
const publicSize = 520;

/** Draws who comes next and what they do. */
function visitors(random: Random): () => Visit {
	const people = Array.from({length: publicSize}, () => browser(random));
	const staff = Array.from({length: staffSize}, () => browser(random));
	// A crawler that is on its way isn't here: none walks the shop twice at the same time.
	const robots = new Set(crawlers(random));
	const regulars = popularity(people.length, 30);
	function* crawl(client: Client): Visit['steps'] {
		robots.delete(client);
		yield* crawlerVisit(random, client);
		robots.add(client);
	}
	return () => {
		const who = random.fraction();
		if (who < 0.92 || (who < 0.945 && robots.size === 0)) {
			const client = people[regulars(random)] ?? random.pick(people);
			return {client, steps: shopVisit(random, client)};
		}
		if (who < 0.945) {
			const client = random.pick([...robots]);
			return {client, steps: crawl(client)};
		}
		if (who < 0.985) {
			return {client: random.pick(staff), steps: adminVisit(random)};
		}
		return {client: scanner(random), steps: scannerVisit(random)};
	};
}

/** Puts the visit's next request where its time has it; after those of the same time. Drops a visit that is over. */
function advance(pending: Pending[], visit: Visit, now: number): void {
	const step = visit.steps.next();
	if (step.done) {
		return;
	}
	const time = now + Math.round(step.value.after);
	const later = pending.findLastIndex(other => other.time <= time) + 1;
	pending.splice(later, 0, {time, visit, exchange: step.value.exchange});
}

/**
 * What the web server of a busy storefront writes, without end and in the order of time: visitors who follow
 * links, crawlers, the shop's own people, and programs that try doors. Nothing is read but the options.
 */
export function* traffic({seed, start, perSecond}: TrafficOptions): Generator<LogLine, never, void> {
	const random = seededRandom(seed);
	// Of its own, so that who comes doesn't depend on how long it takes.
	const times = seededRandom(seed + 1);
	const nextVisit = visitors(random);
	const pause = (time: number) => random.wait((1000 * requestsPerVisit) / perSecond(time));
	const pending: Pending[] = [];
	let arrival = start + pause(start);
	while (true) {
		const soonest = pending[0];
		if (soonest === undefined || arrival <= soonest.time) {
			advance(pending, nextVisit(), Math.round(arrival));
			arrival += pause(arrival);
			continue;
		}
		pending.shift();
		const {time, visit, exchange} = soonest;
		const seconds = duration(times, exchange) / 1000;
		yield {time, line: `${combinedLine(time, visit.client, exchange)} ${seconds.toFixed(3)}`};
		advance(pending, soonest.visit, soonest.time);
	}
}
