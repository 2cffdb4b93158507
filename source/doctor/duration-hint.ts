import {explainLine} from '../entries/explain-line.js';
import {LineReader} from '../entries/line-reader.js';
import type {Entry, Store} from '../store/store.js';
import type {Hint} from './hint.js';

/**
 * Checks whether a log's newest request has a number that may be its duration, in an unknown unit. Null if the duration is known,
 * or if there is no such number.
 * @param format - value of `--format`, which defines every number
 */
export async function durationHint(
	store: Pick<Store, 'raw'>,
	newest: Entry | undefined,
	format: string | undefined,
): Promise<Hint | null> {
	if (format !== undefined || newest === undefined || newest.durationMs !== null) {
		return null;
	}
	const [raw] = await store.raw([newest]);
	if (!raw) {
		return null;
	}
	const line = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
	const explanation = explainLine(new LineReader(), line);
	if (explanation.kind !== 'entry') {
		return null;
	}
	const misread = explanation.misread.find(({field}) => field === 'durationMs');
	if (misread !== undefined) {
		return {text: 'the time taken is n/a', advice: misread.reason};
	}
	// In combined and related formats, any field may follow the last quotes.
	const number = /" (?:.* )?(\d+(?:\.\d+)?)$/.exec(line.toString('latin1'))?.[1];
	return number !== undefined && trailingFormats.has(explanation.format)
		? {
				text: `the time taken is n/a; it may be the ${number} at the end of the lines`,
				advice:
					"give --format the server's log_format or LogFormat: $request_time (nginx), %D or %T (Apache) determine the unit",
			}
		: null;
}

/** Formats whose last defined field is a quoted text, so that custom fields may follow. */
const trailingFormats: ReadonlySet<string> = new Set(['combined', 'vhost_combined']);
