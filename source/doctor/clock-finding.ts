import {minute} from '../durations.js';
import {roughly} from '../listing/ago.js';
import {aheadTolerance, firstSureTime} from '../listing/odd-time.js';
import {type Finding, fine, warning} from './finding.js';

const halfHour = 30 * minute;

/** No two zones are further apart: UTC-12 and UTC+14. */
const farthestZones = 26 * 60 * minute;

/** A log that was written in so long is a live one, rather than one that was copied here. */
const liveFor = 10 * minute;

/** A line is written soon after its time, and clocks of servers differ by less. */
const usualDelay = 2 * minute;

/**
 * What the time of a log's newest line says of clocks and zones.
 * @param newest - the time of the newest line, milliseconds since 1970 like the others
 * @param modified - when the file was written last
 */
export const clockFinding = (path: string, newest: number, modified: number, now: number): Finding => {
	if (newest < firstSureTime) {
		return warning(path, 'its newest line is from 1970', "set the server's clock");
	}
	const ahead = newest - now;
	if (ahead > aheadTolerance) {
		const text = `its newest line is ${roughly(ahead)} ahead of the clock`;
		return isZones(ahead)
			? warning(path, text, 'its times may be of another zone: --tz utc, or --tz Area/City')
			: warning(
					path,
					text,
					'set the clocks: of the server that writes it, and of this machine (timedatectl)',
				);
	}
	const behind = modified - newest;
	if (isZones(behind) && now - modified < liveFor) {
		return warning(
			path,
			`its newest line says ${roughly(behind)} before it was written`,
			'if it was not copied here, its times may be of another zone: --tz utc, or --tz Area/City',
		);
	}
	return fine(path, `newest line ${now - newest < 1000 ? 'now' : `${roughly(now - newest)} ago`}`);
};

/** Whether times differ by so many half hours, about, as those of two zones do. */
const isZones = (difference: number): boolean => {
	const from = Math.round(difference / halfHour) * halfHour;
	return from > 0 && difference < farthestZones && Math.abs(difference - from) < usualDelay;
};
