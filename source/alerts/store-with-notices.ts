import type {Redaction} from '../redaction/redaction.js';
import {forwardedStore} from '../store/forwarded-store.js';
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
		...forwardedStore(store),
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
	};
}
