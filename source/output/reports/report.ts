import type {FacetOrder} from '../../answers/answers.js';
import type {Comparison} from '../../differences/comparison.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {FacetField} from '../../query/facet-field.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';

/** The reports, which print the answers of panels. Each is an option. */
export const reportNames = ['top', 'routes', 'latency', 'timeline', 'diff', 'visits'] as const;
export type ReportName = (typeof reportNames)[number];

/** Length of an interval in ms; `auto` for a length with which all intervals fit on a screen. */
export type Step = number | 'auto';

/** The orders of values and routes by their names on the command line. */
export const valueOrders = {
	requests: 'n',
	'4xx': 'clientErrors',
	'5xx': 'errors',
	bytes: 'bytes',
	p95: 'p95',
	max: 'max',
	time: 'time',
} as const satisfies Readonly<Record<string, FacetOrder>>;

/** A report requested on the command line. */
export type ReportQuestion = {
	/** The searches that it depends on: their lines must have been read. */
	readonly queries: readonly Query[];
} & (
	| {readonly report: 'top'; readonly fields: readonly FacetField[]; readonly by: FacetOrder}
	| {readonly report: 'routes'; readonly by: FacetOrder}
	| {readonly report: 'latency'; readonly step: Step}
	| {readonly report: 'timeline'; readonly step: Step}
	| {readonly report: 'diff'; readonly comparison: Comparison}
	| {readonly report: 'visits'}
);

/** A question about one of the reports. */
export type QuestionOf<Name extends ReportName> = Extract<ReportQuestion, {readonly report: Name}>;

/** Input of a report. */
export type ReportSource = {
	readonly store: Store;
	readonly query: Query;
	readonly formatTime: TimeFormatter;
	/** Maximum number of rows; undefined for the default of the report. */
	readonly limit: number | undefined;
	readonly signal: AbortSignal;
	/** Current time, in ms since 1970. */
	readonly now: number;
};

/** The forms of reports. They exclude all other forms of output. */
export const reportForms = ['text', 'json', 'csv'] as const;
export type ReportForm = (typeof reportForms)[number];

/** Target of a report. */
export type ReportTarget = {
	/** True if the output is a terminal: controls from a log must not reach it. */
	readonly toTerminal: boolean;
	/** Maximum width of lines of text, in columns; undefined to cut nothing. */
	readonly width: number | undefined;
};

/** The answer of a report. */
export type Report = {
	/** Number of rows. */
	readonly length: number;
	/** Returns its lines, safe for the target. */
	lines(form: ReportForm, target: ReportTarget): readonly string[];
	/** Additional message for the user; may be empty. */
	readonly remark: string;
	/** True if a part of the store couldn't answer. */
	readonly partial: boolean;
};
