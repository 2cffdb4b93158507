import {spanOf} from '../entry-record.js';
import type {Format} from '../format.js';
import {startsWithHost} from '../values/client.js';
import {readRefererAndAgent} from '../values/referer-and-agent.js';
import {portColon, setText, wordEnd} from '../values/words.js';
import {ClfScanner} from './clf.js';

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
			const port = portColon(bytes, start, hostEnd);
			setText(record, spanOf.host, bytes, start, port === -1 ? hostEnd : port);
			return true;
		};
	},
};
