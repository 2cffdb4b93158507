import {isOddTime} from '../../../../format/odd-time.js';
import type {TimeFormatter} from '../../../../format/time-formatter.js';
import {ago} from '../../../../format/time-texts.js';
import {isEverything, type Query} from '../../../../query/query.js';
import {briefEntry} from '../../../../redaction/redact-entry.js';
import type {Entry} from '../../../../store/store.js';
import type {Theme} from '../../../../themes/theme.js';
import {slownessOf} from '../../../components/row-line.js';
import {textLine} from '../../../panel/panel-lines.js';
import {remembered} from '../../../panel/remembered.js';
import type {Figures} from '../../../pulse/figures.js';
import type {ClientAround} from '../facts/client.js';
import type {RawLine} from '../facts/raw-reads.js';
import type {Redirects} from '../facts/redirects.js';
import {clientLines} from './client-lines.js';
import type {DetailLine, Page} from './detail-line.js';
import {comparedLines, fieldLines, headLines, urlLines} from './field-lines.js';
import {logFieldLines} from './log-field-lines.js';
import {rawLines} from './raw-lines.js';
import {redirectLines} from './redirect-lines.js';

/** The facts known about a request. */
export type RequestDetails = {
	readonly entry: Entry;
	/** Null while the query is running. */
	readonly around: ClientAround | null;
	readonly redirects: Redirects | null;
	readonly raw: RawLine;
	/** Reason why the client's requests can't be shown. */
	readonly problem: string | null;
};

/** Everything else that the lines depend on. */
export type DetailScene = Page & {
	readonly formatTime: TimeFormatter;
	/** Current time in ms since 1970. */
	readonly now: number;
	/** Number of visible lines. */
	readonly height: number;
	/** The search, and the percentiles of the durations of its matches; null until known. */
	readonly search: Query;
	readonly took: Figures['took'];
	/** 95th percentile of the durations of the request's route; null until known. */
	readonly routeP95: number | null;
	/** True if the client's requests are sorted by time. */
	readonly isOldestFirst: boolean;
};

/** Minimum number of lines for showing more of the client's requests. */
const tallHeight = 40;

const emptyLine: DetailLine = {line: textLine('')};

/**
 * Returns a function that formats request details: the events first, then the fields of the request. It caches each section of
 * the last details until its input changes, because a request with 64 KiB of unusual characters takes tens of milliseconds.
 */
export function detailLines(): (details: RequestDetails, scene: DetailScene) => readonly DetailLine[] {
	const pageOf = remembered((width: number, theme: Theme): Page => ({width, theme}));
	const head = remembered(headLines);
	const redirect = remembered(redirectLines);
	const client = remembered(clientLines);
	const compared = remembered(comparedLines);
	const url = remembered(urlLines);
	const fields = remembered(fieldLines);
	const logFields = remembered(logFieldLines);
	const rawLine = remembered(rawLines);
	return ({entry: whole, around, redirects, raw, problem}, scene) => {
		const {formatTime, now, height, width, theme, search, took, routeP95, isOldestFirst} = scene;
		const entry = briefEntry(whole);
		const page = pageOf(width, theme);
		const age = entry.time === null ? null : ago(entry.time, now);
		const slowness = slownessOf(entry.durationMs, took);
		const maxLines = height < tallHeight ? 4 : 10;
		const isOdd = entry.time !== null && isOddTime(entry.time, now);
		const sections = [
			[
				...head(entry, formatTime, age, slowness, page),
				...compared(entry.durationMs, took, routeP95, isEverything(search), page),
			],
			redirect(entry, redirects, formatTime, took, page),
			client(entry, around, problem, maxLines, isOldestFirst, took, formatTime, page),
			fields(entry, formatTime, isOdd, page),
			url(entry.url, page),
			logFields(raw, page),
			rawLine(entry, raw, page),
		].filter(({length}) => length > 0);
		const isAiry = sections.flat().length + sections.length - 1 <= height;
		return sections.flatMap((lines, index) => (isAiry && index > 0 ? [emptyLine, ...lines] : lines));
	};
}
