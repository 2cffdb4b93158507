import {knownOfUrl, UrlRoutes} from '../../query/evaluation/url-routes.js';
import type {EntryScan} from '../scan.js';
import type {PlainCounts} from '../values/merged-texts.js';
import {type DictionaryCounts, withCapacity} from '../values/text-counts.js';

/** Number of URLs between checks of the clock. A long URL may take some time. */
const urlsAtOnce = 64;

/** Converts counts by URL to counts by shape. */
export async function routeCounts(
	scan: EntryScan,
	urls: readonly DictionaryCounts[],
): Promise<readonly PlainCounts[]> {
	const found: PlainCounts[] = [];
	for (const {dictionary, byEscapes} of urls) {
		const routes = UrlRoutes.of(dictionary, scan.routes);
		let counts = withCapacity(undefined, routes.shapes.size);
		for (const [escapes, ofUrls] of byEscapes) {
			for (let first = 1; first < ofUrls.length && !dictionary.isReleased; first += urlsAtOnce) {
				const known = routes.known(escapes);
				const end = Math.min(ofUrls.length, first + urlsAtOnce);
				for (let url = first; url < end; url++) {
					const count = ofUrls[url] ?? 0;
					if (count > 0) {
						const shape = (known[url] || routes.know(escapes, url)) & knownOfUrl.shape;
						counts = withCapacity(counts, shape);
						counts[shape] = (counts[shape] ?? 0) + count;
					}
				}
				if (scan.isOver) {
					await scan.rest();
				}
			}
		}
		found.push({dictionary: routes.shapes, counts});
	}
	return found;
}
