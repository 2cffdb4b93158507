import type {NotedNotice} from '../store/notice-list.js';
import type {Entry} from '../store/store.js';
import type {Rule} from './rule.js';
import type {Reading, RuleState} from './rule-state.js';

/** A rule and how it stands. */
export type Alert = {
	readonly rule: Rule;
	readonly state: RuleState;
	/** What keeps it from being looked at: the past is still being read, the store could not answer; null: nothing. */
	readonly problem: string | null;
};

/** Something that has happened to a rule. */
export type AlertEvent = {
	readonly kind: 'fired' | 'over';
	readonly rule: Rule;
	/** When, milliseconds since 1970. */
	readonly time: number;
	readonly reading: Reading;
	/** The newest request that matches; null when there is none, or it is over. */
	readonly entry: Entry | null;
	/** How long it has been firing, milliseconds; 0 when it has just begun. */
	readonly lasted: number;
	/** Whether it has been so for longer than that, as it was so when it was first looked at. */
	readonly isLonger: boolean;
};

/** The rules that are watched: an external store for React. */
export type Alerts = {
	/** In the order in which they were given; the same object until something has changed. */
	getAlerts(): readonly Alert[];
	/** What was told of them, oldest first. */
	getNotices(): readonly NotedNotice[];
	/** Calls the listener after every change. Returns the function that ends it. */
	subscribe(listener: () => void): () => void;
	/**
	 * Looks at all rules at once, and from then on at each as often as at any: somebody reads how they stand. Returns the
	 * function that ends it.
	 */
	lookClosely(): () => void;
	/** Looks at all rules a last time; resolves when what has been started for them has ended. */
	finish(): Promise<void>;
	/** Looks no more, and ends what has been started. */
	close(): void;
};

const none: readonly Alert[] = [];

/** Where no rule is watched. */
export const noAlerts: Alerts = {
	getAlerts: () => none,
	getNotices: () => [],
	subscribe: () => () => {},
	lookClosely: () => () => {},
	async finish() {},
	close() {},
};
