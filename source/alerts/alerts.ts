import type {NotedNotice} from '../store/notice-list.js';
import type {Entry} from '../store/store.js';
import type {Rule} from './rule.js';
import type {Reading, RuleState} from './rule-state.js';

/** A rule and its state. */
export type Alert = {
	readonly rule: Rule;
	readonly state: RuleState;
	/** The reason why the rule can't be checked, or null: the backfill is still running, or the store returned an error. */
	readonly problem: string | null;
};

/** An event of a rule. */
export type AlertEvent = {
	readonly kind: 'fired' | 'over';
	readonly rule: Rule;
	/** Time of the event, in ms since 1970. */
	readonly time: number;
	readonly reading: Reading;
	/** The newest matching request. Null for an `over` event, or without a match. */
	readonly entry: Entry | null;
	/** Duration of the alert so far, in ms; 0 if it has just begun. */
	readonly lasted: number;
	/** True if it has been firing for longer than `lasted`, because the first check already found it firing. */
	readonly isLonger: boolean;
};

/** The watched rules: an external store for React. */
export type Alerts = {
	/** Returns the rules in the given order. The object stays the same until something changes. */
	getAlerts(): readonly Alert[];
	/** Returns the notices about alerts, oldest first. */
	getNotices(): readonly NotedNotice[];
	/** Returns the text of the newest notice as of now; null if it reports an alert that has ended. Not sanitised. */
	currentText(notice: NotedNotice): string | null;
	/** Calls the listener after every change. Returns a function that unsubscribes. */
	subscribe(listener: () => void): () => void;
	/**
	 * Checks all rules now, and from then on every rule at the shortest interval, because a user is reading their state. Returns a
	 * function that ends this.
	 */
	watchClosely(): () => void;
	/** Watches another rule. Requests before it don't make it fire, unless they are in its window. */
	add(rule: Rule): void;
	/** Stops watching a rule. */
	remove(rule: Rule): void;
	/** Checks all rules a last time. Resolves when the programs started for them have ended. */
	finish(): Promise<void>;
	/** Stops checking, and ends the running program. */
	close(): void;
};

const none: readonly Alert[] = [];

/** Used when no rule is watched. */
export const noAlerts: Alerts = {
	getAlerts: () => none,
	getNotices: () => [],
	currentText: ({text}) => text,
	subscribe: () => () => {},
	watchClosely: () => () => {},
	add() {},
	remove() {},
	async finish() {},
	close() {},
};
