import {sourceIn} from './fleet-rule.js';
import {type AskedStore, isCutShort, newestMatch, readWindow} from './look.js';
import type {Rule} from './rule.js';
import type {Reading} from './rule-state.js';

/** What a look has found, or why it has found nothing. */
export type Looked = {
	/** Null when what there is can't be known now. */
	readonly reading: Reading | null;
	/** Why that is so, or what is to be known of it; null: nothing. */
	readonly problem: string | null;
};

/** What is read, and since when. */
type RuleReaderOptions = {
	readonly store: AskedStore;
	/** When the program began, milliseconds since 1970. */
	readonly now: number;
	/** See `WatchRulesOptions`. */
	readonly settled: Promise<void> | null;
};

/** Without a look for longer than this, the program was stopped, or the machine: what was written meanwhile comes first. */
const longestGap = 5000;

/** So long after that, or after the start, there may be lines that nobody has noticed yet, milliseconds. */
const wakingTime = 3000;

/** A line is written so long after its time at most, to be one of those that came since the start; milliseconds. */
const latestWritten = 5000;

/** Reads of a store what rules ask for: only what is now, and nothing that was over before the program began. */
export class RuleReader {
	readonly #store: AskedStore;
	readonly #started: number;
	readonly #hasPast: boolean;
	#isSettled = false;
	#awakeSince: number;
	#lastLook: number;
	/** Of `any`: matches written so far that have been looked at. */
	readonly #arrived = new Map<Rule, number>();

	constructor({store, now, settled}: RuleReaderOptions) {
		this.#store = store;
		this.#started = now;
		this.#awakeSince = now;
		this.#lastLook = now;
		this.#hasPast = settled !== null;
		// It is given up where the program ends before.
		settled?.then(
			() => {
				this.#isSettled = true;
			},
			() => {},
		);
	}

	/** To be called before some rules are looked at. */
	wake(now: number): void {
		if (now - this.#lastLook > longestGap || now < this.#lastLook) {
			this.#awakeSince = now;
		}
		this.#lastLook = now;
	}

	/**
	 * What a rule counts now, or why that can't be told yet. Rejects with what the store can't do, and with the
	 * signal's reason.
	 */
	async read(rule: Rule, now: number, signal: AbortSignal): Promise<Looked> {
		const {condition} = rule;
		// The config file may be that of a fleet as well; here `under` would fire, and nothing would be amiss.
		if (this.#store.isFleet !== true && sourceIn(rule) !== null) {
			return {reading: null, problem: 'source: asks for a server of --store, and these are logs'};
		}
		if (condition.kind === 'any') {
			return {reading: await this.#matches(rule, now, signal), problem: null};
		}
		const from = now - condition.window;
		const isFilled = from >= this.#started || this.#isSettled;
		if (!isFilled && this.#hasPast) {
			return {reading: null, problem: 'waits until what was written before has been read'};
		}
		if (condition.kind === 'share') {
			return {reading: await readWindow(this.#store, rule, now, signal), problem: null};
		}
		const isCut = await isCutShort(this.#store, from, signal);
		const isUnder = condition.side === 'under';
		// What isn't known to be there may be there all the same.
		if (isUnder && !isFilled) {
			return {reading: null, problem: 'waits until its time has gone by once'};
		}
		if (isUnder && (isCut || this.#isBehind(now))) {
			return {reading: null, problem: isCut ? cutShort : 'waits until what is written has been read'};
		}
		return {reading: await readWindow(this.#store, rule, now, signal), problem: isCut ? cutShort : null};
	}

	async #matches(rule: Rule, now: number, signal: AbortSignal): Promise<Reading> {
		const {arrived} = await this.#store.count(rule.query, signal);
		const count = arrived - (this.#arrived.get(rule) ?? 0);
		const entry = count > 0 ? await newestMatch(this.#store, rule.query, now, signal) : null;
		this.#arrived.set(rule, arrived);
		// What is copied into a log, or piped in from the beginning, happened before.
		const isPast = (entry?.time ?? now) < this.#started - latestWritten;
		return {count: isPast ? 0 : count, total: null};
	}

	/** Whether there may be lines in the files that haven't been read. */
	#isBehind(now: number): boolean {
		const {lag, lagTime} = this.#store.status();
		return now - this.#awakeSince < wakingTime || (lag > 0 && lagTime > wakingTime);
	}
}

const cutShort = 'fewer requests are held than there are in its time';
