import type {Clock} from '../../clock.js';
import {errorMessage} from '../../error-message.js';
import {rolls} from '../../query/expression.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import {restFactor, type SharedSnapshots} from './snapshots.js';

/** A question to a store. Two questions are the same if all their values are. */
export type Question = {readonly query: Query; readonly [name: string]: unknown};

/** Keeps the answer to a question up to date. */
export type LiveAnswer<Asked extends Question, Answer> = {
	/** The last answer, to any question; null until the first one. */
	readonly answer: Answer | null;
	/** The question of `answer`. */
	readonly answered: Asked | null;
	/** True until the current question is answered, or has failed. */
	readonly isBehind: boolean;
	/** The store's last error. */
	readonly problem: string | null;
	/** True if the answer to a new question takes long enough to be reported. */
	readonly isLate: boolean;
	/** Queries the store now and after every change of the store or time, until the next question. */
	ask(question: Asked): void;
	/** True: from now on, only queries new questions. False: catches up with changes of the store and time. */
	setFrozen(frozen: boolean): void;
	/** Stops querying until the next question. The last answer stays. */
	close(): void;
};

/** Source and listener of a live answer. */
export type LiveAnswerOptions<Asked extends Question, Answer> = {
	readonly store: Pick<Store, 'subscribe'>;
	readonly clock: Clock;
	/** While these lead, answers to the same question are repeated only with them. */
	readonly snapshots?: SharedSnapshots | undefined;
	/** Queries the store. */
	answer(question: Asked, signal: AbortSignal): Promise<Answer>;
	/**
	 * True if the answer changes with time, even if the store doesn't change. Queries relative to the current time always count as
	 * such.
	 */
	ages?(answer: Answer): boolean;
	/** Called after every answer and every error. */
	changed(): void;
	/** Minimum pause between two answers, in ms. */
	readonly pause?: number | undefined;
	/**
	 * Pause after an answer, as a multiple of the time it took. With the default of 10, answers take at most 10 % of the time. A
	 * pause beyond that is limited to `maxRest`. A function: depends on the answer.
	 */
	readonly rest?: number | ((answer: Answer) => number) | undefined;
	/** In ms. */
	readonly maxRest?: number | undefined;
};

/** Time after which a missing answer is reported, in ms. */
const lateAfter = 300;

/**
 * Maximum pause for a `rest` above the default, in ms. The measured time includes waiting, such as for a server: a hundred times
 * that could be minutes.
 */
const defaultMaxRest = 5000;

/** Returns a live answer. It keeps the last answer until the next one arrives. */
export function liveAnswer<Asked extends Question, Answer>({
	store,
	clock,
	snapshots,
	answer,
	ages = () => false,
	changed,
	pause = 500,
	rest = restFactor,
	maxRest = defaultMaxRest,
}: LiveAnswerOptions<Asked, Answer>): LiveAnswer<Asked, Answer> {
	let asked: Asked | null = null;
	let last: {readonly question: Asked; readonly answer: Answer} | null = null;
	let problem: string | null = null;
	let running: AbortController | undefined;
	let isLate = false;
	let cancelLate: (() => void) | undefined;
	let isFrozen = false;
	let isStale = false;
	let cancelTimer: (() => void) | undefined;
	let unsubscribe: (() => void) | undefined;
	let leave: (() => void) | undefined;

	/** Queries the store. Resolves with a function that shows the answer. */
	const query = async (question: Asked): Promise<() => void> => {
		const controller = new AbortController();
		running = controller;
		isStale = false;
		const start = clock.now();
		let found: {readonly answer: Answer} | null = null;
		let failure: string | null = null;
		try {
			found = {answer: await answer(question, controller.signal)};
		} catch (error) {
			failure = errorMessage(error);
		}
		// A clock that was set back must not make the pause endless.
		const took = Math.max(0, clock.now() - start);
		return () => {
			if (running !== controller) {
				return;
			}
			running = undefined;
			problem = failure;
			if (found === null) {
				isStale = true;
			} else {
				last = {question, answer: found.answer};
				isStale ||= ages(found.answer) || rolls(question.query.expression);
			}
			notLate();
			const factor = typeof rest === 'number' ? rest : found === null ? restFactor : rest(found.answer);
			const resting = Math.max(Math.min(factor, restFactor) * took, Math.min(factor * took, maxRest));
			cancelTimer = clock.after(Math.max(pause, resting), () => {
				cancelTimer = undefined;
				again();
			});
			changed();
		};
	};
	const run = async (question: Asked): Promise<void> => {
		const show = await query(question);
		show();
	};

	/** Repeats the query after the pause if its answer may have changed. */
	const again = (): void => {
		if (asked && isStale && !isFrozen && !running && !cancelTimer && !snapshots?.isLed) {
			void run(asked);
		}
	};
	const withOthers = (): Promise<() => void> | undefined => {
		if (asked === null || isFrozen) {
			return undefined;
		}
		running?.abort();
		cancelTimer?.();
		cancelTimer = undefined;
		return query(asked);
	};
	const notLate = (): void => {
		cancelLate?.();
		cancelLate = undefined;
		isLate = false;
	};
	const stop = (): void => {
		notLate();
		running?.abort();
		running = undefined;
		cancelTimer?.();
		cancelTimer = undefined;
	};
	const follow = (query: Query): void => {
		unsubscribe?.();
		unsubscribe = store.subscribe(query, () => {
			isStale = true;
			again();
		});
	};
	return {
		get answer() {
			return last?.answer ?? null;
		},
		get answered() {
			return last?.question ?? null;
		},
		get isBehind() {
			return asked !== null && last?.question !== asked && problem === null;
		},
		get isLate() {
			return isLate;
		},
		get problem() {
			return problem;
		},
		ask(question) {
			if (asked && isSame(asked, question)) {
				return;
			}
			if (asked?.query !== question.query) {
				follow(question.query);
			}
			asked = question;
			stop();
			cancelLate = clock.after(lateAfter, () => {
				isLate = true;
				changed();
			});
			leave ??= snapshots?.join(withOthers);
			if (snapshots?.isLed && !isFrozen) {
				snapshots.hurry();
			} else {
				void run(question);
			}
		},
		setFrozen(frozen) {
			isFrozen = frozen;
			again();
		},
		close() {
			stop();
			unsubscribe?.();
			unsubscribe = undefined;
			leave?.();
			leave = undefined;
			asked = null;
		},
	};
}

function isSame(a: Question, b: Question): boolean {
	const names = new Set([...Object.keys(a), ...Object.keys(b)]);
	return [...names].every(name => Object.is(a[name], b[name]));
}
