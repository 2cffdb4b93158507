import {byteSize} from '../../../listing/byte-size.js';
import {missing} from '../../../listing/missing.js';
import type {Entry} from '../../../store/store.js';
import {exactDuration} from './exact-duration.js';
import {heading, named, type Page, remark, type StoryLine} from './story-line.js';

/** From so many bytes on, a size is also told in larger units. */
const kilobyte = 1000;

/** All that the line has besides URL and times; what it might have and hasn't is only named. */
export function fieldLines(entry: Entry, page: Page): readonly StoryLine[] {
	const {bytes, durationMs} = entry;
	const size =
		bytes === null ? null : bytes < kilobyte ? byteSize(bytes) : `${bytes} bytes (${byteSize(bytes)})`;
	const duration = durationMs === null ? null : exactDuration(durationMs);
	const fields: ReadonlyArray<readonly [name: string, value: string | null]> = [
		['user', entry.user],
		['host', entry.host],
		['size', size],
		['duration', duration],
		['referer', entry.referer],
		['user agent', entry.userAgent],
		['forwarded for', entry.forwardedFor],
		['upstream', entry.upstream],
	];
	const absent = fields.filter(([, value]) => value === null).map(([name]) => name);
	return [
		heading('Request', '', page),
		...named('IP', entry.ip ?? missing, page),
		...(entry.peerIp === null ? [] : named('peer', entry.peerIp, page)),
		...fields.flatMap(([name, value]) => (value === null ? [] : named(name, value, page))),
		...(entry.source === null ? [] : named('source', entry.source, page)),
		...named('token', entry.token, page),
		...named('format', entry.format, page),
		...(absent.length > 0 ? remark(`not in the line: ${absent.join(', ')}`, page) : []),
		...(entry.incomplete
			? remark('The line was cut: it had no line end, or is longer than 64 KiB.', page)
			: []),
	];
}
