import {ClfScanner} from './clf.js';
import {startsWithHost} from './client.js';
import {type EntryRecord, spanOf} from './entry-record.js';
import type {Format} from './format.js';
import {readRefererAndAgent} from './referer-and-agent.js';
import {portColon, setText, wordEnd} from './words.js';

/**
 * `%v:%p` before the combined format, as in Debian's `other_vhosts_access.log`; the port may be missing, and so
 * may referer and user agent. The host is shown without the port.
 */
export const vhostCombined: Format = {
	name: 'vhost_combined',
	escapes: 'clf',
	open() {
		const scanner = new ClfScanner();
		return (bytes, start, end, record) => {
			if (!startsWithHost(bytes, start, end)) {
				return false;
			}
			const hostEnd = wordEnd(bytes, start, end);
			const position = scanner.readCommon(bytes, hostEnd + 1, end, record);
			if (position === -1) {
				return false;
			}
			readRefererAndAgent(bytes, position, end, record);
			setHost(bytes, start, hostEnd, record);
			return true;
		};
	},
	openBeginning() {
		const scanner = new ClfScanner();
		return (bytes, start, end, record) => {
			const hostEnd = wordEnd(bytes, start, end);
			const isRead =
				startsWithHost(bytes, start, end) && scanner.readBeginning(bytes, hostEnd + 1, end, record);
			if (isRead) {
				setHost(bytes, start, hostEnd, record);
			}
			return isRead;
		};
	},
};

const setHost = (bytes: Buffer, start: number, end: number, record: EntryRecord): void => {
	const port = portColon(bytes, start, end);
	setText(record, spanOf.host, bytes, start, port === -1 ? end : port);
};
