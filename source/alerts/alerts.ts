import type {NotedNotice} from '../store/notice-list.js';
import type {Entry} from '../store/store.js';
import type {Rule} from './rule.js';
import type {Reading, RuleState} from './rule-state.js';

/** A rule and its state. */
export type Alert = {
	readonly rule: Rule;
	readonly state: RuleState;
	/**
	 * Why the rule can't be checked: the backfill is still running, or the store returned an error. Null if there is no problem.
	 */
	readonly problem: string | null;
};

/** An event of a rule. */
export type AlertEvent = {
	readonly kind: 'fired' | 'over';
	readonly rule: Rule;
	/** Time of the event, in ms since 1970. */
	readonly time: number;
	readonly reading: Reading;
	/** The newest matching request; null if there is none, or for an `over` event. */
	readonly entry: Entry | null;
	/** How long the rule has been firing, in ms; 0 if it has just begun. */
	readonly lasted: number;
	/** True if it has been firing for longer than `lasted`, because the first check already found it firing. */
	readonly isLonger: boolean;
};

/** The watched rules: an external store for React. */
export type Alerts = {
	/** Returns the rules in the order in which they were given. The object stays the same until something changes. */
	getAlerts(): readonly Alert[];
	/** Returns the notices about alerts, oldest first. */
	getNotices(): readonly NotedNotice[];
	/** Calls the listener after every change. Returns a function that unsubscribes. */
	subscribe(listener: () => void): () => void;
	/**
	 * Checks all rules now, and from then on all of them at the shortest interval, because a user is reading their state. Returns a
	 * function that ends this.
	 */
	lookClosely(): () => void;
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
	subscribe: () => () => {},
	lookClosely: () => () => {},
	async finish() {},
	close() {},
};
