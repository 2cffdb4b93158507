import type {Redaction} from '../redaction/redaction.js';
import type {NotedNotice} from '../store/notice-list.js';
import type {Store} from '../store/store.js';
import type {Alerts} from './alerts.js';

/**
 * Wraps a store so that its status includes the notices about alerts, sorted by time. Notices from before the redaction was
 * switched on may contain secrets, and are redacted here.
 */
export function storeWithNotices(
	store: Store,
	alerts: Alerts,
	{isOn, shownText}: Pick<Redaction, 'isOn' | 'shownText'>,
): Store {
	return {
		isFleet: store.isFleet ?? false,
		format: store.format,
		count: (...args) => store.count(...args),
		page: (...args) => store.page(...args),
		histogram: (...args) => store.histogram(...args),
		heatmap: (...args) => store.heatmap(...args),
		facets: (...args) => store.facets(...args),
		routes: (...args) => store.routes(...args),
		differences: (...args) => store.differences(...args),
		get: (...args) => store.get(...args),
		arrivals: (...args) => store.arrivals(...args),
		isAfter: (...args) => store.isAfter(...args),
		raw: (...args) => store.raw(...args),
		unrecognisedLines: (...args) => store.unrecognisedLines(...args),
		subscribe(query, listener) {
			const unsubscribe = store.subscribe(query, listener);
			let known = alerts.getNotices();
			const unsubscribeAlerts = alerts.subscribe(() => {
				// The state of rules changes with every request, but only new notices matter to the store's listeners.
				if (alerts.getNotices() !== known) {
					known = alerts.getNotices();
					listener();
				}
			});
			return () => {
				unsubscribe();
				unsubscribeAlerts();
			};
		},
		status() {
			const status = store.status();
			const known = alerts.getNotices();
			const notices: readonly NotedNotice[] = isOn()
				? known.map(notice => ({...notice, text: shownText(notice.text)}))
				: known;
			return notices.length === 0
				? status
				: {...status, notices: [...status.notices, ...notices].sort((a, b) => a.time - b.time)};
		},
		together: queries => store.together(queries),
		holdAtMost: entries => store.holdAtMost(entries),
		showFields: names => store.showFields(names),
		logFields: signal => store.logFields(signal),
		shownField: store.shownField,
		logValues: (...args) => store.logValues(...args),
		unknownLogFields: query => store.unknownLogFields(query),
		searched: (...args) => store.searched(...args),
		settled: signal => store.settled(signal),
		close: () => store.close(),
	};
}
