import type {Exchange} from './combined-line.js';
import type {Random} from './random.js';

/** How long the shop usually takes for a page, milliseconds. */
const usual: ReadonlyArray<readonly [page: RegExp, milliseconds: number]> = [
	[/^\/(en|de)\/detail\//, 140],
	[/^\/$/, 35],
	[/^\/admin\/.*\.php/, 190],
	[/^\/admin\//, 2],
	[/^\/robots\.txt$/, 1],
	[/\?c=\d+$/, 80],
	[/^\/(en|de)\//, 60],
];

/** Of the articles one in so many is slow each time: it has a picture too many, or no index. */
const oneSlowIn = 17;
const slowFactor = 9;

/** How long the server took for a request, milliseconds. */
export function duration(random: Random, {url, status}: Exchange): number {
	const chance = 0.5 + random.wait(0.5);
	if (status === 503) {
		return 10_000 * chance;
	}

	// What it turns away or doesn't know costs nothing.
	if (status >= 300 && status < 500 && status !== 499) {
		return chance;
	}

	const milliseconds = usual.find(([page]) => page.test(url))?.[1] ?? 3;
	const article = Number(/sArticle\/(\d+)/.exec(url)?.[1] ?? 1);
	return milliseconds * chance * (article % oneSlowIn === 0 ? slowFactor : 1) * (status === 499 ? 20 : 1);
}
