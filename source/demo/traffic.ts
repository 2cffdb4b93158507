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

/** A scanner requests URLs that don't exist, and tries to sign in. */
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
 * A line of nginx's format `combined` with `$request_time` at the end, without a line end, and the time when it was written, in
 * ms since 1970.
 */
export type LogLine = {readonly time: number; readonly line: string};

/** Parameters of the traffic. */
type TrafficOptions = {
	/** The same seed, start and rate give the same lines. */
	readonly seed: number;
	/** Earliest start of the first visit, in ms since 1970. */
	readonly start: number;
	/** Returns the approximate number of requests per second at a time (ms since 1970). Must be above 0. */
	readonly perSecond: (time: number) => number;
};

/** A visit in progress, and its next request. */
type Pending = {readonly time: number; readonly visit: Visit; readonly exchange: Exchange};

/** Average number of requests per visit. Measured; a test of the rate checks it. */
const requestsPerVisit = 6.1;

const staffSize = 4;
const publicSize = 520;

/** Returns a function that picks the next visit. */
function visitors(random: Random): () => Visit {
	const people = Array.from({length: publicSize}, () => browser(random));
	const staff = Array.from({length: staffSize}, () => browser(random));
	// A crawler that is visiting isn't in the set: none visits the shop twice at the same time.
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

/** Inserts the visit's next request by time, after requests with the same time. Drops a visit that has ended. */
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
 * Generates the log of a busy storefront, endless and sorted by time: visitors, crawlers, employees and scanners. Depends only on
 * the options.
 */
export function* traffic({seed, start, perSecond}: TrafficOptions): Generator<LogLine, never, void> {
	const random = seededRandom(seed);
	// A separate generator, so that the sequence of visits doesn't depend on durations.
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
