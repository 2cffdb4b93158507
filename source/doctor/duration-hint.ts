import {explainLine} from '../entries/explain-line.js';
import {LineReader} from '../entries/line-reader.js';
import type {Entry, Store} from '../store/store.js';

/** A number in the newest line that may be the time taken, and how `--format` settles it. */
export type DurationHint = {readonly text: string; readonly advice: string};

/**
 * Looks whether a log's newest request has a number that may be its time taken, in a unit that the log doesn't say. Null where
 * its time taken is known, or it has no such number.
 * @param format - what `--format` says; who gives one has said what each number is
 */
export async function durationHint(
	store: Pick<Store, 'raw'>,
	newest: Entry | undefined,
	format: string | undefined,
): Promise<DurationHint | null> {
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
	// Behind the last quotes of common, combined and their kin any field may follow.
	const number = /" (?:.* )?(\d+(?:\.\d+)?)$/.exec(line.toString('latin1'))?.[1];
	return number !== undefined && trailingFormats.has(explanation.format)
		? {
				text: `the time taken is n/a; it may be the ${number} at the end of the lines`,
				advice:
					"give --format the server's log_format or LogFormat: $request_time (nginx), %D or %T (Apache) say the unit",
			}
		: null;
}

/** Formats whose last known part is a text in quotes, with fields of the log's own behind it. */
const trailingFormats: ReadonlySet<string> = new Set(['combined', 'vhost_combined']);
