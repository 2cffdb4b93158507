import {popularity, type Random, seededRandom} from '../helpers/random.js';

const words =
	'autumn basic blue bread cable candle ceramic chair classic copper cotton desk double easy fabric felt folding garden glass green hanging heavy kettle lamp large leather light linen little metal mini modern narrow oak outdoor oval paper pine plain quiet red round rustic sand shelf silver simple slate small soft solid spring square steel stone summer table tall tray twin vintage walnut white wide winter wire wooden wool yellow'.split(
		' ',
	);
const sections = ['living', 'kitchen', 'garden', 'lighting', 'bedroom', 'office', 'children', 'sale'];

/** Returns a generated path, unique for each `number`. */
function path(random: Random, number: number): string {
	const name = `${random.pick(words)}-${random.pick(words)}-${random.pick(words)}`;
	const section = `${random.pick(['en', 'de'])}/${random.pick(sections)}`;
	switch (number % 5) {
		case 0:
			return `/${section}/${random.pick(words)}/${number}/${name}`;
		case 1:
			return `/${section}/${name}-${number}/`;
		case 2:
			return `/media/image/${number.toString(36).padStart(4, '0')}/${name}_600x600.jpg`;
		case 3:
			return `/en/detail/index/sArticle/${number}/sCategory/${random.between(3, 240)}`;
		default:
			return `/api/v2/products/${number}/availability`;
	}
}

function query(random: Random): string {
	switch (random.between(0, 3)) {
		case 0:
			return `?p=${random.between(1, 40)}`;
		case 1:
			return `?c=${random.between(3, 240)}`;
		case 2:
			return `?q=${random.pick(words)}+${random.pick(words)}`;
		default:
			return `?utm_source=newsletter&utm_campaign=${random.pick(words)}-${random.between(20, 26)}`;
	}
}

function agents(count: number): readonly string[] {
	const systems = [
		'Windows NT 10.0; Win64; x64',
		'Macintosh; Intel Mac OS X 10_15_7',
		'X11; Linux x86_64',
		'Linux; Android 10; K',
		'iPhone; CPU iPhone OS 18_6 like Mac OS X',
	];
	return Array.from({length: count}, (_, index) => {
		const system = systems[index % systems.length];
		const version = 142 - Math.floor(index / (2 * systems.length));
		return index % 10 < 6
			? `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
			: `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
	});
}

/**
 * Returns a random address. IPv4 addresses are private, because the documentation ranges are far too small. One address in twenty
 * is IPv6.
 */
function address(random: Random): string {
	const host = () => random.between(0, 0xffff).toString(16);
	return random.chance(0.05)
		? `2001:db8:${host()}:${host()}::${host()}`
		: `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`;
}

export type LogWords = {
	/** Returns a path, sometimes with a query string. */
	url(): string;
	/** Returns the address and user agent of a client. */
	client(): readonly [ip: string, agent: string];
	referer(): string;
};

const pathCount = 40_000;
const queryCount = 400;
const clientCount = 30_000;
const agentCount = 300;

/**
 * Returns generators for the fields of a benchmark log: tens of thousands of URLs and clients, a few of them with most of the
 * requests.
 */
export function logWords(seed: number): LogWords {
	const random = seededRandom(seed);
	const paths = Array.from({length: pathCount}, (_, number) => path(random, number + 1000));
	const queries = Array.from({length: queryCount}, () => query(random));
	const agent = popularity(agentCount, 8);
	const allAgents = agents(agentCount);
	const clients = Array.from(
		{length: clientCount},
		() => [address(random), allAgents[agent(random)] ?? '-'] as const,
	);
	const pathRank = popularity(pathCount, 5);
	const clientRank = popularity(clientCount, 200);
	const anyPath = () => paths[pathRank(random)] ?? '/';
	const isPicture = (path: string) => path.endsWith('.jpg');
	return {
		url() {
			const path = anyPath();
			return isPicture(path) || random.chance(0.75) ? path : path + random.pick(queries);
		},
		client: () => clients[clientRank(random)] ?? ['10.0.0.1', '-'],
		referer() {
			const where = random.fraction();
			if (where < 0.52) {
				return where < 0.42 ? '-' : 'https://www.google.com/';
			}
			const path = anyPath();
			return `https://shop.example${isPicture(path) ? '/' : path}`;
		},
	};
}
