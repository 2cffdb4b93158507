import type {Facets} from '../answers/answers.js';
import {forwardedStore} from '../store/forwarded-store.js';
import {isLineOf} from '../store/logged-lines.js';
import type {NotedNotice} from '../store/notice-list.js';
import type {Store} from '../store/store.js';
import {actualEntry} from './redact-entry.js';
import {redactedDifferences, redactedFacets, redactedRoutes, valueRedactor} from './redacted-answers.js';
import type {Redaction} from './redaction.js';
import {remembering} from './remembering.js';

/** Minimum number of values to request, because values that are equal after redaction are merged. */
const minValues = 10_000;

/**
 * Wraps a store for display. Queries run on the data of the log. While redaction is on, results are redacted. Code with access
 * only to this store can't show secrets.
 */
export function redactedStore(store: Store, redaction: Redaction): Store {
	const {redactor} = redaction;
	// Cached, because the status is read after each change.
	const hideIn = remembering(text => redactor.texts.redact(text, 'text'));
	const routes: Store['routes'] = async (query, n, signal) => {
		const isOn = redaction.isOn();
		const found = await store.routes(query, n, signal, isOn);
		if (!isOn && redaction.isOn()) {
			// Redaction was turned on in the meantime.
			return routes(query, n, signal);
		}
		return isOn ? redactedRoutes(found, redactor) : found;
	};
	return {
		...forwardedStore(store),
		async page(...args) {
			const page = await store.page(...args);
			return {...page, entries: page.entries.map(redaction.shown)};
		},
		async facets(query, field, n, options = {}): Promise<Facets> {
			if (!redaction.isOn() || valueRedactor(field, redactor) === undefined) {
				return store.facets(query, field, n, options);
			}
			const {order = 'n', signal} = options;
			// Figures of merged values decide their order.
			const withFigures = options.withFigures === true || order !== 'n';
			const facets = await store.facets(query, field, Math.max(n, minValues), {
				...options,
				...{withFigures, withDurations: withFigures},
			});
			return redactedFacets(facets, {field, n, order}, redactor, signal);
		},
		routes,
		async differences(...args) {
			const differences = await store.differences(...args);
			return redaction.isOn() ? redactedDifferences(differences, redactor) : differences;
		},
		async get(...args) {
			const entry = await store.get(...args);
			return entry && redaction.shown(entry);
		},
		async arrivals(...args) {
			const arrivals = await store.arrivals(...args);
			return {...arrivals, entries: arrivals.entries.map(redaction.shown)};
		},
		async raw(entries, ...args) {
			const actual = entries.map(actualEntry);
			const lines = await store.raw(actual, ...args);
			if (!redaction.isOn()) {
				return lines;
			}
			return lines.map((line, index) => {
				const entry = actual[index];
				// The secrets of a line are only known if it is the entry's line.
				return line && entry && isLineOf(entry, line, store.format) ? redactor.line(line, entry) : null;
			});
		},
		async unrecognisedLines(...args) {
			const lines = await store.unrecognisedLines(...args);
			return redaction.isOn()
				? lines.map(logged => ({...logged, line: logged.line && redactor.briefLine(logged.line)}))
				: lines;
		},
		status() {
			const status = store.status();
			const notices = (): readonly NotedNotice[] =>
				status.notices.map(notice => ({...notice, text: hideIn(notice.text)}));
			return redaction.isOn() && status.notices.length > 0 ? {...status, notices: notices()} : status;
		},
		shownField: redaction.shownField,
		async addJson(entries, ...args) {
			const lost = redaction.isOn() ? undefined : await store.addJson(entries.map(actualEntry), ...args);
			// Redaction may have been turned on in the meantime.
			return redaction.isOn() ? undefined : lost;
		},
		async logValues(entries, ...args) {
			const lists = await store.logValues(entries.map(actualEntry), ...args);
			return redaction.isOn()
				? lists.map(values => (values === null ? null : values.map(value => redactor.logValue(value))))
				: lists;
		},
	};
}
