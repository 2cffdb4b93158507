import {explainLine} from '../entries/explain-line.js';
import {LineReader} from '../entries/line-reader.js';
import {counted} from '../format/amounts.js';
import {everything, type Query} from '../query/query.js';
import type {Store} from '../store/store.js';
import type {Hint} from './hint.js';

/** Share of requests whose status can't be read that is more than an occasional broken line. */
const manyUnread = 0.05;

const withoutStatus: Query = {
	text: '-status:100-599',
	expression: {type: 'not', of: {type: 'number', field: 'status', ranges: [{from: 100, to: 599}]}},
};

/**
 * Checks whether many requests have no status because it can't be read. Null if not, or if the log says that they have none (`-`).
 * @param format - value of `--format`, which defines the status
 */
export async function statusHint(
	store: Pick<Store, 'facets' | 'page' | 'raw'>,
	format: string | undefined,
): Promise<Hint | null> {
	if (format !== undefined) {
		return null;
	}
	// Both numbers are from one answer, because requests arrive between two. A share above `manyUnread` is among the first values.
	const {values, total: requests} = await store.facets(everything, 'status', 1 / manyUnread);
	const unread = values.find(({value}) => value === null)?.n ?? 0;
	if (unread <= requests * manyUnread) {
		return null;
	}
	const {entries} = await store.page(withoutStatus, {from: 'newest'}, 1);
	const [raw] = await store.raw(entries);
	if (!raw) {
		return null;
	}
	const explanation = explainLine(new LineReader(), Buffer.from(raw.buffer, raw.byteOffset, raw.length));
	const misread =
		explanation.kind === 'entry' ? explanation.misread.find(({field}) => field === 'status') : undefined;
	return misread === undefined
		? null
		: {
				text: `${unread} of the newest ${counted(requests, 'request')} have no status: ${misread.logged} ${misread.reason}`,
				advice: "give --format the server's log_format or LogFormat",
			};
}
