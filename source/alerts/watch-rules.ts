import type {Clock} from '../clock.js';
import {errorMessage} from '../error-message.js';
import {Listeners} from '../listeners.js';
import type {Query} from '../query/query.js';
import {isEverything} from '../query/query.js';
import type {Entry} from '../store/store.js';
import type {Alert, AlertEvent, Alerts} from './alerts.js';
import {type AskedStore, newestMatch} from './read-window.js';
import type {Rule} from './rule.js';
import {RuleReader} from './rule-reader.js';
import {afterCheck, initialRuleState} from './rule-state.js';

/** The rules to watch, and the callback for their events. */
export type WatchRulesOptions = {
	readonly store: AskedStore;
	readonly rules: readonly Rule[];
	readonly clock: Clock;
	/** Resolves once the existing content of the logs has been read. Null if it isn't read: only new lines fill the windows. */
	readonly settled: Promise<void> | null;
	/** Called for each event. */
	readonly happened: (event: AlertEvent) => void;
};

/**
 * A rule is checked about once a second. With a long window it is checked at intervals of a sixtieth of the window, because the
 * count changes no faster.
 */
const minPause = 1000;
const maxPause = 10_000;
const checksPerWindow = 60;

/** Pause after a round of checks, as a multiple of its duration: checks take at most 10 % of the time. */
const rest = 10;

/** Checks rules repeatedly, and reports their events. */
export function watchRules({
	store,
	rules,
	clock,
	settled,
	happened,
}: WatchRulesOptions): Pick<
	Alerts,
	'getAlerts' | 'subscribe' | 'watchClosely' | 'add' | 'remove' | 'finish' | 'close'
> {
	const controller = new AbortController();
	const listeners = new Listeners();
	const reader = new RuleReader({store, now: clock.now(), settled});
	const dueAt = new Map<Rule, number>();
	let alerts: readonly Alert[] = rules.map(unchecked);
	let cancelTimer = (): void => {};
	/** The round of checks in progress. */
	let checking: Promise<void> | undefined;
	/** Number of callers that want frequent checks. */
	let closeWatchers = 0;
	// The store caches the result of a search only while it has a subscriber.
	const keep = (rule: Rule): readonly (() => void)[] =>
		searchesOf(rule).map(query => store.subscribe(query, () => {}));
	const kept = new Map(rules.map(rule => [rule, keep(rule)]));
	const forget = (rule: Rule): void => {
		for (const unsubscribe of kept.get(rule) ?? []) {
			unsubscribe();
		}
		kept.delete(rule);
	};

	const alertOf = (rule: Rule): Alert | undefined => alerts.find(alert => alert.rule === rule);
	const set = (next: Alert): void => {
		const before = alertOf(next.rule);
		if (before !== undefined && !isSame(before, next)) {
			alerts = alerts.with(alerts.indexOf(before), next);
			listeners.notify();
		}
	};
	const check = async (rule: Rule): Promise<void> => {
		const now = clock.now();
		const {signal} = controller;
		const {reading, problem} = await reader.read(rule, now, signal);
		dueAt.set(rule, now + (reading === null ? minPause : pauseOf(rule)));
		const alert = alertOf(rule);
		if (alert === undefined) {
			return;
		}
		const {state, event} = afterCheck(rule.condition, alert.state, reading, now);
		const entry = event === 'fired' ? await newestOf(store, rule, now, signal) : null;
		signal.throwIfAborted();
		if (alertOf(rule) === undefined) {
			// The user has removed the rule in the meantime.
			return;
		}
		set({rule, state, problem});
		const stateReading = state.reading;
		if (event !== null && stateReading !== null) {
			const lasted = now - (state.firedAt ?? now);
			const {isLonger} = state;
			happened({kind: event, rule, time: now, reading: stateReading, entry, lasted, isLonger});
		}
	};
	const checkNow = async (): Promise<void> => {
		checking = checkDue();
		await checking;
		checking = undefined;
	};
	const checkDue = async (): Promise<void> => {
		const start = clock.now();
		reader.wake(start);
		for (const {rule} of alerts) {
			const due = closeWatchers > 0 ? start : (dueAt.get(rule) ?? start);
			// If the clock is set back, the pause must not become endless.
			if (start >= due || due - start > maxPause) {
				try {
					await check(rule);
				} catch (error) {
					if (controller.signal.aborted) {
						return;
					}
					const alert = alertOf(rule);
					const problem = errorMessage(error);
					if (alert !== undefined) {
						set({...alert, problem});
					}
				}
			}
		}
		const took = Math.max(0, clock.now() - start);
		plan(Math.max(minPause, rest * took));
	};
	/** Without rules, nothing wakes the program up. */
	const plan = (pause: number): void => {
		cancelTimer = alerts.length > 0 ? clock.after(pause, () => void checkNow()) : () => {};
	};
	const checkSoon = (): void => {
		if (checking === undefined && !controller.signal.aborted) {
			cancelTimer();
			void checkNow();
		}
	};
	plan(minPause);
	return {
		getAlerts: () => alerts,
		subscribe: listener => listeners.add(listener),
		watchClosely() {
			closeWatchers++;
			checkSoon();
			let isOver = false;
			return () => {
				closeWatchers -= isOver ? 0 : 1;
				isOver = true;
			};
		},
		add(rule) {
			reader.add(rule, controller.signal);
			kept.set(rule, keep(rule));
			alerts = [...alerts, unchecked(rule)];
			listeners.notify();
			checkSoon();
		},
		remove(rule) {
			forget(rule);
			dueAt.delete(rule);
			alerts = alerts.filter(alert => alert.rule !== rule);
			listeners.notify();
		},
		async finish() {
			await checking;
			cancelTimer();
			dueAt.clear();
			await checkNow();
			cancelTimer();
		},
		close() {
			controller.abort();
			cancelTimer();
			for (const rule of kept.keys()) {
				forget(rule);
			}
			listeners.clear();
		},
	};
}

function unchecked(rule: Rule): Alert {
	return {rule, state: initialRuleState, problem: null};
}

function searchesOf({query, condition}: Rule): readonly Query[] {
	return [query, ...(condition.kind === 'share' ? [condition.of] : [])].filter(
		searched => !isEverything(searched),
	);
}

function pauseOf({condition}: Rule): number {
	return condition.kind === 'any'
		? minPause
		: Math.min(maxPause, Math.max(minPause, condition.window / checksPerWindow));
}

/** Returns the newest match; null if it is outside of the window. */
async function newestOf(
	store: AskedStore,
	{query, condition}: Rule,
	now: number,
	signal: AbortSignal,
): Promise<Entry | null> {
	const entry = await newestMatch(store, query, now, signal);
	const isOld = condition.kind !== 'any' && (entry?.time ?? now) < now - condition.window;
	return isOld ? null : entry;
}

function isSame(a: Alert, b: Alert): boolean {
	return (
		a.problem === b.problem &&
		a.state.isFiring === b.state.isFiring &&
		a.state.firedAt === b.state.firedAt &&
		a.state.backSince === b.state.backSince &&
		a.state.unreported === b.state.unreported &&
		a.state.reading?.count === b.state.reading?.count &&
		a.state.reading?.total === b.state.reading?.total
	);
}
