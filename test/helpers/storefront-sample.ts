import {seededRandom} from '../../source/demo/random.js';
import {type LogLine, traffic} from '../../source/demo/traffic.js';

const start = Date.UTC(2026, 10, 18);
const hour = 3_600_000;
const end = start + 48 * hour;

/** Returns the number of requests per second, which is lower at night. */
function perSecond(time: number): number {
	const hourOfDay = ((time - start) / hour) % 24;
	return hourOfDay < 6 || hourOfDay >= 23 ? 0.006 : 0.019;
}

/**
 * Returns the text of `samples/storefront.log`: two days of traffic. Some lines are up to a minute late, after lines with later
 * times, because servers may log the start time of a request.
 */
export function storefrontSample(): string {
	const random = seededRandom(20);
	const lines: (LogLine & {readonly written: number})[] = [];
	for (const line of traffic({seed: 18, start, perSecond})) {
		if (line.time >= end) {
			break;
		}
		const late = random.chance(0.04) ? random.between(1_000, 60_000) : 0;
		lines.push({...line, written: line.time + late});
	}
	lines.sort((a, b) => a.written - b.written);
	return lines.map(({line}) => `${line}\n`).join('');
}
