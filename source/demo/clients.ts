import type {Language} from './catalogue.js';
import type {Random} from './random.js';

/** A client. It keeps its address and user agent for all requests. */
export type Client = {
	readonly ip: string;
	/** The User-Agent header; null if it sends none. */
	readonly agent: string | null;
	readonly protocol: string;
	readonly language: Language;
};

const mozilla = 'Mozilla/5.0';
function chrome(system: string, version: number, suffix = '') {
	return `${mozilla} (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 ${suffix}`;
}
const windows = 'Windows NT 10.0; Win64; x64';
const macintosh = 'Macintosh; Intel Mac OS X 10_15_7';

const browsers: readonly string[] = [
	chrome(windows, 142, 'Safari/537.36'),
	chrome(windows, 141, 'Safari/537.36'),
	chrome(windows, 142, 'Safari/537.36 Edg/142.0.0.0'),
	chrome(macintosh, 142, 'Safari/537.36'),
	chrome('X11; Linux x86_64', 142, 'Safari/537.36'),
	chrome('Linux; Android 10; K', 142, 'Mobile Safari/537.36'),
	chrome('Linux; Android 10; K', 140, 'Mobile Safari/537.36'),
	`${mozilla} (${windows}; rv:145.0) Gecko/20100101 Firefox/145.0`,
	`${mozilla} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`,
	`${mozilla} (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0`,
	`${mozilla} (${macintosh}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`,
	`${mozilla} (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1`,
	`${mozilla} (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1`,
];

/** As documented by the operators of the crawlers. */
const crawlerAgents: readonly string[] = [
	`${mozilla} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
	`${mozilla} AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/136.0.0.0 Safari/537.36`,
	`${mozilla} (compatible; YandexBot/3.0; +http://yandex.com/bots)`,
	`${mozilla} (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)`,
	`${mozilla} AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)`,
	`${mozilla} (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)`,
	'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
];

const scannerAgents: ReadonlyArray<string | null> = ['python-requests/2.32.3', 'Go-http-client/1.1', null];

/** Networks reserved for documentation (RFC 5737, RFC 3849). */
const documentationNetworks: readonly string[] = ['192.0.2', '198.51.100', '203.0.113'];

function address(random: Random): string {
	if (random.chance(0.25)) {
		const network = random.between(0x1, 0xfff).toString(16);
		return `2001:db8:${network}:${random.between(1, 40).toString(16)}::${random.between(0x1, 0xffff).toString(16)}`;
	}
	return `${random.pick(documentationNetworks)}.${random.between(1, 254)}`;
}

const agentsByWeight = browsers.flatMap((agent, index) => Array<string>(browsers.length - index).fill(agent));

/** Returns a person with a browser. */
export function browser(random: Random): Client {
	return {
		ip: address(random),
		agent: random.pick(agentsByWeight),
		protocol: random.chance(0.85) ? 'HTTP/2.0' : 'HTTP/1.1',
		language: random.chance(0.6) ? 'de' : 'en',
	};
}

/** Returns one client for each known crawler. */
export function crawlers(random: Random): readonly Client[] {
	return crawlerAgents.map(agent => ({
		ip: address(random),
		agent,
		protocol: 'HTTP/1.1',
		language: random.pick(['en', 'de']),
	}));
}

/** Returns a client that scans for known vulnerable URLs. */
export function scanner(random: Random): Client {
	return {ip: address(random), agent: random.pick(scannerAgents), protocol: 'HTTP/1.1', language: 'en'};
}
