import {popularity, type Random, seededRandom} from './random.js';

/** A request of the shop before it is logged. */
export type ShopRequest = {
	/** In ms since 1970. */
	time: number;
	ip: string;
	method: string;
	/** Path and query. */
	url: string;
	protocol: string;
	host: string;
	user: string | null;
	referer: string | null;
	agent: string;
	status: number;
	bytes: number;
	durationMs: number;
	upstream: string;
	/** A log field. */
	tenant: string;
	/** Index of the file that it is logged in. */
	file: number;
};

export const minute = 60_000;
export const hour = 60 * minute;

/** Start of the shop's day: midnight in UTC. */
export const midnight = Date.UTC(2026, 10, 20);

const browsers = [
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/14%.0.0.0 Safari/537.36',
	'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/14%.0.0.0 Mobile Safari/537.36',
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_% like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.% Mobile/15E148 Safari/604.1',
	'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.% Safari/605.1.15',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:14%.0) Gecko/20100101 Firefox/14%.0',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/14%.0.0.0 Safari/537.36 Edg/14%.0.0.0',
	'ShopApp/5.% (Android 14) okhttp/4.12.0',
	'ShopApp/5.% (iPhone; iOS 18.2)',
] as const;

/** Every browser's address for pages: host names, their popularity, and their upstreams are the same for all. */
const hosts = ['shop.example', 'www.shop.example', 'm.shop.example'] as const;
const upstreams = ['10.0.2.11:8080', '10.0.2.12:8080', '10.0.2.13:8080'] as const;
const tenants = ['acme', 'globex', 'initech', 'umbrella', 'hooli', 'stark'] as const;
const referers = [
	...[
		'https://www.google.com/',
		'https://www.google.com/',
		'https://www.bing.com/',
		'https://duckduckgo.com/',
	],
	...['https://news.example/today', 'https://blog.example/best-lamps', 'https://t.co/xK3d9'],
] as const;

/** A kind of page: its URL, mean duration in ms, mean size, and weight within a visit. */
type Page = {
	readonly url: (random: Random) => string;
	readonly method?: string;
	readonly duration: number;
	readonly bytes: number;
	readonly weight: number;
};

const product = popularity(3000, 20);
const category = popularity(40, 3);
const words = ['lamp', 'chair', 'table', 'sofa', 'shelf', 'rug', 'vase', 'bench', 'desk', 'bowl'] as const;

const pages: readonly Page[] = [
	{url: () => '/', duration: 40, bytes: 21_000, weight: 8},
	{url: random => `/category/${category(random)}`, duration: 70, bytes: 34_000, weight: 12},
	{
		url: random => `/category/${category(random)}?page=${random.between(2, 9)}`,
		duration: 80,
		bytes: 33_000,
		weight: 5,
	},
	{url: random => `/product/${1000 + product(random)}`, duration: 60, bytes: 28_000, weight: 22},
	{
		url: random => `/search?q=${random.pick(words)}&sort=${random.pick(['price', 'name', 'new'])}`,
		duration: 140,
		bytes: 26_000,
		weight: 6,
	},
	{url: random => `/api/stock/${1000 + product(random)}`, duration: 25, bytes: 900, weight: 14},
	{url: () => '/cart', duration: 55, bytes: 9000, weight: 4},
	{url: () => '/cart/add', method: 'POST', duration: 90, bytes: 700, weight: 4},
	{url: () => '/checkout', method: 'POST', duration: 220, bytes: 4000, weight: 2},
	{url: () => '/login', method: 'POST', duration: 120, bytes: 1100, weight: 2},
	{
		url: random => `/account/orders/${random.between(10_000, 99_999)}`,
		duration: 90,
		bytes: 12_000,
		weight: 2,
	},
	{url: random => `/static/app.${random.pick(['a1', 'b2'])}.js`, duration: 3, bytes: 180_000, weight: 10},
	{url: random => `/media/${random.between(1, 400)}.jpg`, duration: 5, bytes: 60_000, weight: 16},
];

const bots = [
	{
		agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
		network: '66.249.66',
		every: 4,
	},
	{
		agent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
		network: '40.77.167',
		every: 9,
	},
	{
		agent: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
		network: '54.36.148',
		every: 12,
	},
	{agent: 'UptimeRobot/2.0; http://www.uptimerobot.com/', network: '63.143.42', every: 30},
] as const;

function pickPage(random: Random): Page {
	let left = random.fraction() * pages.reduce((sum, {weight}) => sum + weight, 0);
	for (const page of pages) {
		left -= page.weight;
		if (left <= 0) {
			return page;
		}
	}
	return pages[0] as Page;
}

/** Returns a positive number around `mean`, with a long tail. */
function around(random: Random, mean: number): number {
	const normal = Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
	return mean * Math.exp(0.6 * normal - 0.18);
}

/** Returns an address of a household: IPv6 with many addresses in a /64, or IPv4. */
function household(random: Random): () => string {
	if (random.chance(0.25)) {
		const prefix = `2001:db8:${random.between(1, 0x2f).toString(16)}:${random.between(1, 0xffff).toString(16)}`;
		return () => `${prefix}::${random.between(1, 0xffff).toString(16)}`;
	}
	const address = `${random.between(20, 199)}.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`;
	return () => address;
}

/** Creates a request of a page. */
export function requestOf(
	random: Random,
	page: Page,
	of: Partial<ShopRequest> & {readonly time: number},
): ShopRequest {
	const failure = random.fraction();
	return {
		ip: '198.51.100.1',
		method: page.method ?? 'GET',
		url: page.url(random),
		protocol: random.chance(0.8) ? 'HTTP/2.0' : 'HTTP/1.1',
		host: hosts[random.chance(0.6) ? 0 : random.between(1, 2)] as string,
		user: null,
		referer: null,
		agent: '',
		status: failure < 0.004 ? 500 : failure < 0.006 ? 502 : failure < 0.03 ? 404 : failure < 0.09 ? 304 : 200,
		bytes: Math.round(around(random, page.bytes)),
		durationMs: Math.round(around(random, page.duration) * 10) / 10,
		upstream: random.pick(upstreams),
		tenant: random.pick(tenants),
		file: random.between(0, 1),
		...of,
	};
}

/** Returns a random page of the shop. */
export function randomPage(random: Random): Page {
	return pickPage(random);
}

/** Share of the traffic of the day's peak at a time: people sleep. */
export function dayShare(time: number): number {
	const ofDay = ((time - midnight) / hour) % 24;
	return 0.15 + 0.85 * Math.max(0, Math.sin(((ofDay - 5) / 19) * Math.PI)) ** 1.5;
}

/** A period of the shop, and how busy it is. */
export type Shop = {
	readonly seed: number;
	/** Hours of the day. */
	readonly from: number;
	readonly until: number;
	/** Visits a minute at the peak, of 10 requests on average. */
	readonly visits?: number;
	/** Factor of the people's traffic at a time. */
	readonly people?: (time: number) => number;
	/** Factor of the bots' traffic at a time. */
	readonly robots?: (time: number) => number;
};

/** Returns the requests of ordinary people and bots, sorted by time. */
export function shopTraffic({
	seed,
	from,
	until,
	visits = 9,
	people = dayShare,
	robots = () => 1,
}: Shop): ShopRequest[] {
	const random = seededRandom(seed);
	const [start, end] = [midnight + from * hour, midnight + until * hour];
	const requests: ShopRequest[] = [];
	const version = (agent: string): string => agent.replaceAll('%', () => String(random.between(0, 3)));
	// Some clients return: offices that share one address, and people who keep a page open.
	const regulars = Array.from({length: 80}, () => ({
		address: household(random),
		agent: version(random.pick(browsers)),
	}));
	for (let time = start; time < end; ) {
		time += random.wait(minute / Math.max(0.05, visits * people(time)));
		const regular = random.chance(0.15) ? random.pick(regulars) : undefined;
		const address = regular?.address ?? household(random);
		const agent = regular?.agent ?? version(random.pick(browsers));
		const user = random.chance(0.08) ? `user${random.between(1, 400)}` : null;
		const host = hosts[random.chance(0.6) ? 0 : random.between(1, 2)] as string;
		const tenant = random.pick(tenants);
		const protocol = random.chance(0.8) ? 'HTTP/2.0' : 'HTTP/1.1';
		// Most visitors view a few pages, some many more.
		const length = Math.ceil(random.wait(random.chance(0.25) ? 22 : 5));
		const landing = random.chance(0.4) ? random.pick(referers) : null;
		let at = time;
		let before: string | null = landing;
		for (let index = 0; index < length && at < end; index++) {
			const page = pickPage(random);
			const request = requestOf(random, page, {
				time: at,
				ip: address(),
				agent,
				user,
				host,
				tenant,
				protocol,
				referer: before,
			});
			requests.push(request);
			before = page.method === undefined ? `https://${host}${request.url}` : before;
			at += random.wait(page.bytes > 50_000 ? 300 : 6000);
		}
	}
	for (const {agent, network, every} of bots) {
		for (let time = start; time < end; ) {
			time += random.wait((every * 1000) / Math.max(0.05, robots(time)));
			if (time < end) {
				requests.push(
					requestOf(random, pickPage(random), {
						time,
						ip: `${network}.${random.between(1, 40)}`,
						agent,
						method: 'GET',
						protocol: 'HTTP/1.1',
					}),
				);
			}
		}
	}
	return requests.sort((a, b) => a.time - b.time);
}

/** Returns the lines of each file. */
export function shopLines(requests: readonly ShopRequest[]): readonly [string, string] {
	const files: [string[], string[]] = [[], []];
	for (const request of [...requests].sort((a, b) => a.time - b.time)) {
		const {
			time,
			ip,
			method,
			url,
			protocol,
			host,
			user,
			referer,
			agent,
			status,
			bytes,
			durationMs,
			upstream,
			tenant,
		} = request;
		files[request.file === 0 ? 0 : 1].push(
			`${JSON.stringify({
				time: new Date(time).toISOString(),
				ip,
				method,
				request_uri: url,
				protocol,
				host,
				user,
				referer,
				user_agent: agent,
				status,
				bytes,
				duration_ms: durationMs,
				upstream_addr: upstream,
				tenant,
			})}\n`,
		);
	}
	return [files[0].join(''), files[1].join('')];
}
