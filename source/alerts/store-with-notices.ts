import type {Store} from '../store/store.js';
import type {Alerts} from './alerts.js';

/** The same store, whose status has what was told of alerts among its notices, in the order of time. */
export const storeWithNotices = (store: Store, alerts: Alerts): Store => ({
	isFleet: store.isFleet ?? false,
	count: (...args) => store.count(...args),
	page: (...args) => store.page(...args),
	histogram: (...args) => store.histogram(...args),
	facets: (...args) => store.facets(...args),
	routes: (...args) => store.routes(...args),
	get: (...args) => store.get(...args),
	arrivals: (...args) => store.arrivals(...args),
	isAfter: (...args) => store.isAfter(...args),
	raw: (...args) => store.raw(...args),
	unrecognisedLines: (...args) => store.unrecognisedLines(...args),
	subscribe(query, listener) {
		const unsubscribe = store.subscribe(query, listener);
		let told = alerts.getNotices();
		const unsubscribeAlerts = alerts.subscribe(() => {
			// How rules stand changes with every request, and is nothing that a store tells.
			if (alerts.getNotices() !== told) {
				told = alerts.getNotices();
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
		const notices = alerts.getNotices();
		return notices.length === 0
			? status
			: {...status, notices: [...status.notices, ...notices].sort((a, b) => a.time - b.time)};
	},
	holdAtMost: entries => store.holdAtMost(entries),
	settled: signal => store.settled(signal),
	close: () => store.close(),
});
