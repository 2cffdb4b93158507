import {UrlRoutes} from '../query/evaluation/url-routes.js';
import type {PlainCounts} from './merged-texts.js';
import type {Scan} from './scan.js';
import type {DictionaryCounts} from './text-counts.js';
import {withRoom} from './with-room.js';

/** Counts by shape of counts by URL. */
export const routeCounts = async (
	scan: Scan,
	urls: readonly DictionaryCounts[],
): Promise<readonly PlainCounts[]> => {
	const found: PlainCounts[] = [];
	for (const {dictionary, byEscapes} of urls) {
		const routes = UrlRoutes.of(dictionary);
		let counts = withRoom(undefined, routes.shapes.size);
		for (const [escapes, ofUrls] of byEscapes) {
			for (let url = 1; url < ofUrls.length; url++) {
				const count = ofUrls[url] ?? 0;
				if (count > 0 && !dictionary.isReleased) {
					const shape = routes.of(escapes, url);
					counts = withRoom(counts, shape);
					counts[shape] = (counts[shape] ?? 0) + count;
				}
				if (scan.isOverAfterStep()) {
					await scan.rest();
				}
			}
		}
		found.push({dictionary: routes.shapes, counts});
	}
	return found;
};
