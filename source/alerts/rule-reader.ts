import {unknownFieldsText} from '../store/unknown-fields.js';
import {sourceIn} from './fleet-rule.js';
import {type AskedStore, isCutShort, isSearching, newestMatch, readWindow} from './read-window.js';
import type {Rule} from './rule.js';
import type {Reading} from './rule-state.js';

/** The result of a check: a reading, or the reason why it is missing. */
type CheckResult = {
	/** Null if the requests can't be counted now. */
	readonly reading: Reading | null;
	/** The reason, or a warning about the reading; null if there is neither. */
	readonly problem: string | null;
};

/** The store to read, and the start time. */
type RuleReaderOptions = {
	readonly store: AskedStore;
	/** Start of the program, in ms since 1970. */
	readonly now: number;
	/** See `WatchRulesOptions`. */
	readonly settled: Promise<void> | null;
};

/**
 * Maximum gap between checks, in ms. After a longer one the program or the machine was suspended, and lines written during that
 * time are read first.
 */
const maxGap = 5000;

/** Time after the start or after a suspension during which unread lines may go unnoticed, in ms. */
const wakingTime = 3000;

/** Maximum age of a line's time when it is written, in ms. An older entry isn't counted as new since the start. */
const latestWritten = 5000;

/** Queries the store for rules. Ignores entries from before the start of the program. */
export class RuleReader {
	readonly #store: AskedStore;
	readonly #started: number;
	readonly #hasBackfill: boolean;
	#isSettled = false;
	#awakeSince: number;
	#lastCheck: number;
	/** For `any`: the number of matches that were already counted. */
	readonly #arrived = new Map<Rule, number>();
	/** For the rules that were added after the start: the number of matches then; null if they couldn't be counted. */
	readonly #added = new Map<Rule, Promise<number | null>>();

	constructor({store, now, settled}: RuleReaderOptions) {
		this.#store = store;
		this.#started = now;
		this.#awakeSince = now;
		this.#lastCheck = now;
		this.#hasBackfill = settled !== null;
		// Rejects if the program ends first.
		settled?.then(
			() => {
				this.#isSettled = true;
			},
			() => {},
		);
	}

	/**
	 * Must be called for a rule that isn't watched since the start. Counts immediately, so that entries that arrive before the first
	 * check count as new.
	 */
	add(rule: Rule, signal: AbortSignal): void {
		if (rule.condition.kind === 'any') {
			this.#arrived.delete(rule);
			this.#added.set(
				rule,
				this.#store.count(rule.query, signal).then(
					({arrived}) => arrived,
					() => null,
				),
			);
		}
	}

	/** Must be called before each round of checks. */
	wake(now: number): void {
		if (now - this.#lastCheck > maxGap || now < this.#lastCheck) {
			this.#awakeSince = now;
		}
		this.#lastCheck = now;
	}

	/**
	 * Returns the current reading of a rule, or the reason why it isn't available yet.
	 * @throws the store's error, or the signal's reason
	 */
	async read(rule: Rule, now: number, signal: AbortSignal): Promise<CheckResult> {
		const result = await this.#check(rule, now, signal);
		if (result.problem !== null) {
			return result;
		}
		// Without this check, the user wouldn't notice that the rule never matches.
		const unknown = await unknownFieldsText(this.#store, rule.query, signal);
		return unknown === '' ? result : {...result, problem: unknown};
	}

	async #check(rule: Rule, now: number, signal: AbortSignal): Promise<CheckResult> {
		const {condition} = rule;
		// The config file may be shared with a fleet. Without a fleet, `under` would fire although nothing is wrong.
		if (this.#store.isFleet !== true && sourceIn(rule) !== null) {
			return {reading: null, problem: 'source: needs --store, and these are logs'};
		}
		if (condition.kind === 'any') {
			return {reading: await this.#matches(rule, now, signal), problem: null};
		}
		const from = now - condition.window;
		const isFilled = from >= this.#started || this.#isSettled;
		if (!isFilled && this.#hasBackfill) {
			return {reading: null, problem: 'waits until earlier requests have been read'};
		}
		if (await isSearching(this.#store, rule, signal)) {
			return {reading: null, problem: 'waits until the lines of its requests have been searched'};
		}
		if (condition.kind === 'share') {
			return {reading: await readWindow(this.#store, rule, now, signal), problem: null};
		}
		const isCut = await isCutShort(this.#store, from, signal);
		const isUnder = condition.side === 'under';
		// A request may have been logged although it hasn't been read yet.
		if (isUnder && !isFilled) {
			return {reading: null, problem: 'waits until its period has passed once'};
		}
		if (isUnder && (isCut || this.#isBehind(now))) {
			return {reading: null, problem: isCut ? cutProblem : 'waits until new requests have been read'};
		}
		return {reading: await readWindow(this.#store, rule, now, signal), problem: isCut ? cutProblem : null};
	}

	async #matches(rule: Rule, now: number, signal: AbortSignal): Promise<Reading> {
		const added = this.#added.get(rule);
		const first = added === undefined ? 0 : await added;
		const {arrived} = await this.#store.count(rule.query, signal);
		const known = this.#arrived.get(rule) ?? first ?? arrived;
		const count = arrived - known;
		const entry = count > 0 ? await newestMatch(this.#store, rule.query, now, signal) : null;
		this.#arrived.set(rule, arrived);
		// Lines copied into a log, or piped in from the beginning, are of requests from before the start.
		const isPast = (entry?.time ?? now) < this.#started - latestWritten;
		return {count: isPast ? 0 : count, total: null};
	}

	/** Checks whether files may contain unread lines. */
	#isBehind(now: number): boolean {
		const {lag, lagTime} = this.#store.status();
		return now - this.#awakeSince < wakingTime || (lag > 0 && lagTime > wakingTime);
	}
}

const cutProblem = 'not all requests of its period are in memory';
